// Command eye looks at the board: it reads stills, transcribes videos, calibrates the
// camera, and as `eye stream` is the process that the referee starts and listens to.
//
// # What it may import
//
// board, vision, vision/wire, vision/film and vision/opencv. It is the only command with cgo.
//
// # One stone
//
// A frame comes from an opencv.Source, opencv.Follower turns it into a
// vision.Sighting, and `watch` prints it as a line of JSON or words, `stream` as a
// wire.Message.
package main
