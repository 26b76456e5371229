// Package evidence keeps the pictures of incidents on disk, beside journal and record.
//
// # What it may import
//
// The standard library and golang.org/x/sys/unix. It knows nothing of games: it is told
// their names, and what a clip is of in words.
//
// # On disk
//
//	<state>/evidence/<game>/<clip>/index.json   what it shows, and what is missing
//	                               000.jpg …    the pictures, in order
//	                               strip.jpg    several of them small, side by side
//	                               H8-000.jpg … points close up, at different moments
//
// The index is written when the clip is begun and again when it is complete, so that after
// a power cut it is known what there was to be. Pictures can be lost, the game cannot:
// nothing here is waited for, and there are two bounds. All pictures together take at most
// so many bytes, for which those of the oldest games go; and the last part of a disk is
// left to the journal.
//
// # One stone
//
// White's stone is lifted; the referee's event carries "p0016". The referee's loop asks the
// eye for the pictures of that moment, and Begin makes the folder. Add writes each as it
// comes, End the index. The arbiter's page shows List, and Open, WriteAVI and WriteZip hand
// the files out.
package evidence
