// Package film keeps the pictures of the last seconds, so that what led to an incident can
// be shown after it has happened, and answers whoever asks for those around a moment.
//
// # What it may import
//
// board, vision and vision/wire. No cgo: the eye keeps a film of its camera, eyeproc one
// of the pictures in a recorded stream.
//
// # Bounds
//
// A Film is bounded in bytes, in time and in pictures a second. Its pictures lie in one
// array that is used round and round, so that it makes no garbage and never grows.
//
// # One stone
//
// The referee asks for "p0016": four seconds before and two after a stone was lifted. Ask
// notes it. Each Serve sends a few of the pictures that are kept of that time, then those
// that come, until the two seconds are over. Then the clip is Done: with it come the
// pictures from which Strip and Crop make what people look at first.
package film
