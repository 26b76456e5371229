package clock

import (
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// cues collects what sounds while P1 thinks, at most limit of them.
func cues(k *Clock, want Sounds, limit int) (list []Cue) {
	for at := time.Duration(-1); len(list) < limit; {
		cue, ok := k.NextCue(at, want)
		if !ok {
			break
		}
		list = append(list, cue)
		at = cue.At
	}
	return list
}

func TestCuesOfAByoyomiPeriod(t *testing.T) {
	k := started(t, "byoyomi 2m 2x12s")
	var want []Cue
	count := func(end time.Duration) {
		for left := 10 * sec; left > 0; left -= sec {
			want = append(want, Cue{end - left, P1, LastSeconds, left})
		}
	}
	want = append(want, Cue{60 * sec, P1, LowTime, mnt}, Cue{120 * sec, P1, PeriodChange, 0})
	count(132 * sec)
	want = append(want, Cue{132 * sec, P1, PeriodChange, 0})
	count(144 * sec)
	want = append(want, Cue{144 * sec, P1, FlagSound, 0})
	if got := cues(k, ClubSounds(), 100); !reflect.DeepEqual(got, want) {
		t.Errorf("sounds %v\nwant   %v", got, want)
	}
	silent := []Cue{{144 * sec, P1, FlagSound, 0}}
	if got := cues(k, TournamentSounds(), 100); !reflect.DeepEqual(got, silent) {
		t.Errorf("sounds of a tournament %v, want %v", got, silent)
	}
}

// TestCuesAreTheTruth: each low-time or counting cue falls where exactly that much is left,
// and flag and period cues where Advance reports them.
func TestCuesAreTheTruth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := New(anyControl().Draw(t, "control"))
		_, at := play(&k, rapid.SliceOfN(anyAct(), 0, 20).Draw(t, "acts"))
		for range 30 {
			cue, ok := k.NextCue(at, ClubSounds())
			if !ok {
				break
			}
			if cue.At <= at {
				t.Fatalf("after %v the next sound was due at %v", at, cue.At)
			}
			changes := k.Advance(cue.At)
			if f := k.Faces(cue.At).Of(cue.Side); cue.Left > 0 && f.Left != cue.Left {
				t.Fatalf("%s says %v, the face %v", cue.Sound, cue.Left, f.Left)
			}
			changes = append(changes, k.Advance(cue.At+1)...)
			at = cue.At
			if cue.Left > 0 {
				continue
			}
			last := changes[len(changes)-1]
			if got, sounds := last.Cue(ClubSounds()); !sounds || got != cue {
				t.Fatalf("%+v sounded, the change was %+v", cue, last)
			}
		}
	})
}

func TestStageSoundsWhenPassed(t *testing.T) {
	k := started(t, "stages 1/1m,sd 1m")
	k.Press(P1, 5*sec)
	changes := k.Advance(5 * sec)
	if len(changes) != 1 || changes[0].Kind != StagePassed {
		t.Fatalf("after the first control: %v", changes)
	}
	if cue, ok := changes[0].Cue(ClubSounds()); !ok || cue.Sound != PeriodChange || cue.At != 5*sec {
		t.Errorf("the control sounds %+v, %v", cue, ok)
	}
	if _, ok := changes[0].Cue(TournamentSounds()); ok {
		t.Error("the control sounds in a tournament")
	}
}

// TestDelayPutsOffTheWarning: the main time comes down only after the delay.
func TestDelayPutsOffTheWarning(t *testing.T) {
	k := started(t, "delay 65s+3s")
	if cue, _ := k.NextCue(0, ClubSounds()); cue != (Cue{8 * sec, P1, LowTime, mnt}) {
		t.Errorf("first sound %+v, want low time at 8 s", cue)
	}
	k.BeginReply(sec)
	if cue, _ := k.NextCue(sec, ClubSounds()); cue != (Cue{6 * sec, P1, LowTime, mnt}) {
		t.Errorf("first sound %+v, want low time at 6 s: a reply is charged to the main time", cue)
	}
}
