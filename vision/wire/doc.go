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
// # Pictures
//
// The referee asks for the pictures around a moment:
// {"type":"ask_clip","t":81.400000000,"frame":0,"points":["H8"],"id":"p0016","before":4.000000000,"after":2.000000000}.
// The eye answers with a clip message for each picture it has kept of that time, at once
// for what is past and as it comes for the rest, then with a strip and crops, and last
// with a clip_end that says how many pictures came and what is missing. All answers carry
// the id; several clips may be under way at once, between the messages of the stream.
//
// # One stone
//
// A stone seen on H8 is the header
// {"type":"sighting","kind":"place","t":3.417,"sure_t":3.75,"frame":41,"color":"black","point":"H8","sure":0.999}.
package wire
