// Package points reads what lies on the points of a board in one picture: it looks at
// every point from straight above, relative to the bare board beside it, and lets a
// small trained network say black, white or empty. Where there is time a wider network is
// asked too, which sees the neighbours as well (NewPatientReader). A third one tells which
// lines of the board meet on a point (Lines): it proves a grid.
//
// # What it may import
//
// vision. Pure Go: the same code reads the camera's frames (through vision/opencv) and
// the pictures the network is trained on (vision/train).
//
// # One stone
//
// A black stone on the centre darkens some 60 samples of the Raster. Tones turns the
// samples into logarithms relative to the bare board, so that exposure, white balance
// and the colour of the wood cancel out; Net.Judge looks at the 13×13 samples around
// the point and says black 0.999. What it cannot tell it spreads over the colours.
package points
