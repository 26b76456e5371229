// Package deploy holds what puts Shinpan on a machine and no code: the installer, the
// udev rule, the wiring of the buttons, and the tests that hold them to the rest.
//
// # What it may import
//
// config, whose defaults the wiring must show.
//
// # One stone
//
// When the appliance is installed, a stone needs no command line: the machine starts,
// the unit starts the referee, the referee starts the eye, and the game begins when
// the first player presses.
package deploy
