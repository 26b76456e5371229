package clock

import "testing"

// TestUndoneControlIsNotReported: what the press brought about is taken back with it.
func TestUndoneControlIsNotReported(t *testing.T) {
	k := started(t, "stages 1/1m,sd 1m")
	k.Press(P1, 5*sec)
	if !k.UndoPress(6 * sec) {
		t.Fatal("nothing to take back")
	}
	if changes := k.Advance(7 * sec); changes != nil {
		t.Errorf("the undone press reported %v", changes)
	}
	k.Press(P1, 8*sec)
	if changes := k.Advance(8 * sec); len(changes) != 1 || changes[0] != (Change{8 * sec, P1, StagePassed, 0}) {
		t.Errorf("pressed again: %v", changes)
	}
}

// TestNoUndoAcrossACorrection: it would silently take the correction back.
func TestNoUndoAcrossACorrection(t *testing.T) {
	for name, correct := range map[string]func(k *Clock){
		"adjust":  func(k *Clock) { k.Adjust(P1, sec, 6*sec) },
		"counter": func(k *Clock) { _, _, _ = k.SetCounter(P2, Moves, 4, 6*sec) },
		"running": func(k *Clock) { k.SetRunning(P1, 6*sec); k.SetRunning(P2, 6*sec) },
	} {
		k := started(t, "sd 1m")
		k.Press(P1, 5*sec)
		correct(k)
		want := k.State(7 * sec)
		if k.UndoPress(7*sec) || k.State(7*sec) != want {
			t.Errorf("%s: the press before it was taken back: %+v", name, k.State(7*sec))
		}
	}
}

// TestUndoInThePause of the arbiter who orders it: the clock stays frozen.
func TestUndoInThePause(t *testing.T) {
	k := started(t, "byoyomi 0s 3x30s")
	k.Press(P1, 20*sec)
	k.Pause(35*sec, "pressed before placing")
	if !k.UndoPress(100 * sec) {
		t.Fatal("nothing to take back")
	}
	s := k.State(200 * sec)
	if s.Paused == "" || s.Running != P1 || s.P1.Periods != 2 || s.P1.Period != Seconds(25*sec) || s.P2.Period != Seconds(30*sec) {
		t.Errorf("35 s into P1's move: %+v", s)
	}
}
