package clock

import "time"

// State is a clock at an instant, exact. Its JSON is that of the clock script's reports:
// times are exact decimal seconds.
type State struct {
	Running Side      `json:"running"`
	Paused  string    `json:"paused,omitempty"` // the reason
	P1      SideState `json:"p1"`
	P2      SideState `json:"p2"`
}

// SideState is one side of a State.
type SideState struct {
	Main    Seconds `json:"main"`    // main time left; Step: of the move; 0 once overtime has begun
	Periods int     `json:"periods"` // left, the running one included
	Period  Seconds `json:"period"`  // left of the running period, block or extension; its length before it begins
	Stones  int     `json:"stones"`  // to be played before the next control, 0 where there is none
	Shown   string  `json:"shown"`   // what the face says by DefaultDisplay
	Flag    bool    `json:"flag"`
}

// Of is the side's part.
func (s State) Of(side Side) SideState {
	if side == P2 {
		return s.P2
	}
	return s.P1
}

// State is the clock as it is at the instant, whether or not it was advanced to it. An
// instant before the running turn shows the turn's beginning.
func (k *Clock) State(at time.Duration) State {
	now := k.settled(at)
	return State{Running: now.running, Paused: now.reason, P1: now.sideState(P1), P2: now.sideState(P2)}
}

func (k *Clock) sideState(side Side) SideState {
	s := &k.sides[side.seat()]
	return SideState{
		Main:    Seconds(s.main),
		Periods: int(s.periods),
		Period:  Seconds(s.period),
		Stones:  int(s.stones),
		Shown:   k.face(side, DefaultDisplay(), &Faces{}).Text,
		Flag:    s.flag,
	}
}

// settled is a copy of the clock with everything up to the instant applied and charged.
func (k *Clock) settled(at time.Duration) Clock {
	now := *k
	for {
		if _, ok := now.pop(at); !ok {
			break
		}
	}
	now.fold(at)
	return now
}
