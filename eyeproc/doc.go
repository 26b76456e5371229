// Package eyeproc runs the eye: it starts the process, reads its stream, notices when it
// dies, hangs or falls silent, says so, and starts it again.
//
// # What it may import
//
// vision/wire, vision/film and board. It knows nothing of games; cmd/referee turns its reports into
// inputs.
//
// # One stone
//
// The eye writes the sighting of a stone to its standard output. Eye reads it and
// hands it on as a Report. If the eye is killed the moment before, the next eye is
// started with the corners and the board of the last quiet frame. A recording is played
// again from that frame (from its beginning where there is no hurry), and what was already
// reported is left out, so that the stone is reported exactly once.
//
// # Pictures
//
// Say speaks to the eye: which frames have been dealt with, and which pictures are wanted.
// A recorded stream has no eye to answer; then the pictures in it do.
package eyeproc
