// Package shinpan is the root of the referee appliance. It holds no code of its
// own, only the tests that keep the packages below in their places; see
// ARCHITECTURE.md.
package shinpan
