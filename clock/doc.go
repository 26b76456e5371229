// Package clock is the two-faced game clock as a pure state machine: every time
// system of the specification, exact to the nanosecond.
//
// # What it may import
//
// Only the standard library, and of that nothing that does I/O or asks what time
// it is. Time is a time.Duration since the game's monotonic zero, handed in with
// every call.
//
// # One stone
//
// A player lays a stone and presses. The referee calls Advance with the stamp of
// the press, which reports what had already happened by then (a period lost, a
// flag), then Press, which charges the thinking time to the presser, gives what his
// system gives for a completed move, and starts the other side. Between presses
// one timer set to Deadline wakes the referee for the next Advance, and Faces says
// what both sides show and when the next digit changes.
//
// # Sides are persons
//
// P1 and P2 are the two players in their seats. A swap of colours moves neither
// times nor seats, so this package knows nothing of colours and has nothing to do
// when they are swapped: the swap is a move and is completed by a press like any
// other (CLOCK.md section 4).
//
// # The tie at zero
//
// A press stamped at or before the deadline is in time, in every system. So that a
// timer firing at the deadline cannot rob a press stamped at that very instant,
// Advance(at) reports only what happened strictly before at: the flag of a deadline
// D is reported by the first Advance with at > D, and says At = D. Wake just after
// Deadline, not at it.
//
// # Nothing is computed ahead
//
// While a side thinks, nothing in a Clock changes but a watermark: how much has been
// reported. What is left is worked out from the beginning of the turn whenever
// somebody asks. Hence one jump equals many small steps, a press that arrives late
// is charged by its stamp, and a Clock can be copied at any time, like any value.
package clock
