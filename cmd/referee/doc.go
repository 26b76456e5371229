// Command referee is the appliance: it owns the game and the clock, starts and
// supervises the eye, keeps the journal, publishes over MQTT and serves the page.
// Its other verbs check positions, records and clocks from the command line.
//
// # What it may import
//
// Everything in Shinpan except vision/opencv: it is built with CGO_ENABLED=0, so
// that nothing in C++ can stop a clock.
//
// # One stone
//
// The eye's sighting and the player's press arrive as game.Input values in the one
// goroutine of loop.go. It journals the input, steps the game, and hands the events to
// the faces, the page, MQTT and the record. Where an event carries the name of its pictures,
// evidence.go asks the eye for them.
package main
