// Package wire is the language between the two processes: what the eye tells the
// referee, as length-prefixed messages over a pipe, and the few words the referee
// says back. The same stream written to a file is a recording that can be played
// back later, which is how a bug report carries a camera around.
//
// # What it may import
//
// board and vision. No cgo: both processes use it.
//
// # Framing
//
// A stream begins with the line "SHINPAN-EYE 1\n". Then, for each message: four
// bytes with the length of a JSON header, four bytes with the length of a blob
// (both big-endian, the blob's is usually 0), the header, the blob. Headers are at
// most 1 MiB, blobs at most 16 MiB; anything longer is a broken stream.
//
// # One stone
//
// A stone seen on H8 is the header
// {"type":"sighting","kind":"place","t":3.417,"sure_t":3.75,"frame":41,"color":"black","point":"H8","sure":0.999}.
package wire
