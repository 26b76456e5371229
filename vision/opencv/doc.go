// Package opencv is the part of the eye that looks at pixels: it opens cameras and
// videos, finds the grid of the board in a frame, reads what lies on its points, and
// notices what moves. It is the only package that uses gocv.
//
// # What it may import
//
// board, vision and gocv. Only cmd/eye imports it, never the referee: a C++ exception
// inside OpenCV ends the process, and gocv 0.31 catches none. Therefore every Mat is
// checked for emptiness, size and type before it is handed to OpenCV, and every Mat
// is closed by the function that made it.
//
// # One stone
//
// FindGrid finds the lines once; a Reader made for that grid gathers the pixels around
// each point of a frame through a precomputed map and answers with a vision.Cell per
// point. What becomes of it over time is the business of vision.Settler.
package opencv
