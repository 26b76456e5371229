// Package vision holds what the eye thinks: what one frame says about the board (Reading,
// Cell), where the board lies in the picture (Grid, Lens, BlackSide), and how readings
// settle into facts (Settler, Sighting). It never touches a pixel.
//
// # What it may import
//
// board. No cgo: the referee shares these words with the eye. The packages below it look
// at pixels: vision/points in pure Go, vision/opencv through gocv; vision/wire carries
// sightings between the processes.
//
// # One stone
//
// A black stone laid on the centre is a Cell of Black 0.99 at the eighth column and row as
// seen, which BlackSide turns into H8. After some quiet frames that agree the Settler says
// it once, as the Sighting {place, black, H8} with the time it was first seen.
package vision
