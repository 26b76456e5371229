// Package systemd holds the units of the appliance and no code: only tests that hold
// the units to what they promise.
//
// # What it may import
//
// Nothing of Shinpan.
//
// # One stone
//
// While stones are laid, the referee's owner loop pings the watchdog. If it stops, so
// does the ping, and shinpan.service starts the referee again; the journal gives the
// game back, paused.
package systemd
