// Package show is the bundled demonstration: a video of a Kagetsu game of 13 moves on a
// real-looking board, and the truth about it: every stone, every press of the clock, one
// stone straightened, one lifted and put back, and at the end a double-three.
//
// # What it may import
//
// board and clock, for the words. It embeds two files and interprets one of them.
//
// # One stone
//
// The eye sees it in the video; the truth tells the demonstration when its player
// pressed. Nothing else of the truth is ever given to the appliance: what it makes of
// the game is compared with it afterwards.
package show
