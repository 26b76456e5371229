// Package render makes pictures and films of a board that nobody had to label: wood, lines,
// stones, lights, camera, noise, things beside the board and hands are drawn by chance from
// a seed, and the truth comes with them. The same seed gives the same pixels.
//
// It serves the tests of the eye. A renderer flatters the eye that was built beside it:
// photographs are the judges.
//
// # What it may import
//
// board and vision. Pure Go, standard library; only tests import it.
//
// # One stone
//
// A stone of a set of slate and shell is an ellipsoid 0.93 of the pitch wide, laid up to 0.35
// off its point. Rays from the camera meet it before the board; it is lit by the room, a
// window and a lamp, throws soft shadows of both on the wood, and comes out of lens, sensor,
// noise and JPEG coder as some 700 pixels. Truth says which point it lies on, how far off,
// where its middle is seen, and how much of it something hides.
//
// In a Recording the same stone is brought by a hand made of tapered sticks under one skin.
// Only what the hand and its shadow cover is made anew with each frame; what lies still is
// painted once and kept by lamp, so that lamps can change.
package render
