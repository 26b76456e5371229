// Package hil tries the appliance on a virtual Pi: the real referee and the real eye on a
// real Linux kernel, whose GPIO lines, I2C bus and camera are simulated. It holds no code
// but tests, which run inside that machine; README.md says how.
//
// # What it may import
//
// Nothing: its tests look at the appliance from outside, through the kernel, the page and
// the files it writes. They read those with the packages that define them.
//
// # One stone
//
// A recording goes into the simulated camera and the eye sees the stone. The test pulls a
// simulated line to ground as a button would; the kernel stamps the edge; the referee joins
// press and stone. The lamps' lines turn over, the bytes for the faces pass on the bus, and
// all that is read back from the kernel and held against the truth of the recording.
package hil
