package main

import (
	"strings"
	"time"

	"shinpan/eyeproc"
	"shinpan/game"
	"shinpan/vision"
	"shinpan/vision/wire"
)

// inputKinds says which input each kind of sighting becomes.
var inputKinds = map[vision.Kind]game.InputKind{
	vision.Place:      game.See,
	vision.Lift:       game.Gone,
	vision.Shift:      game.Shift,
	vision.Position:   game.Position,
	vision.HandIn:     game.HandIn,
	vision.HandOut:    game.HandOut,
	vision.BoardMoved: game.BoardMoved,
	vision.ViewLost:   game.Blind,
	vision.ViewBack:   game.Sight,
	vision.Doubt:      game.Doubt,
}

// eyeFailed is the alert about the eye's process; the alerts about what the eye itself
// complains of have codes of their own, which begin with it.
const eyeFailed = "eye"

// viewAlert is the game's alert that the eye does not see the board.
const viewAlert = "view"

// provesWell says which of them a message shows to be over.
var provesWell = map[wire.Type][]string{
	wire.Frame:       {eyeFailed, "eye_source", "eye_silent"},
	wire.Calibration: {"eye_no_board", "eye_size", "eye_corners", "eye_file"},
}

// eyeWatch turns what is heard of the eye into what the game is told. It belongs to the
// owner's goroutine.
type eyeWatch struct {
	// live says that the game's time passes while no eye is running, as at a real
	// table. A recording loses nothing: its next eye goes on where the last one ended.
	live bool
	// standing are the alerts that have been raised and have not healed, with their
	// words: an eye that is started again and again on a missing camera says the same
	// each time, and the journal need not fill with it.
	standing map[string]string
	// blind says that the game has been told that nobody sees the board; lost that the
	// eye itself has said so, and will say when it is over. since is when it sees again,
	// or never.
	blind, lost bool
	since       time.Duration
	// noFilm is what the game has been told of pictures: why there are none.
	noFilm string
}

// never is when an eye sees again that has not said so.
const never = time.Duration(-1)

// lookAround is how long an eye that sees again is given to tell of the stones that were
// laid meanwhile, before a press without a stone is taken for an early one.
const lookAround = 3 * time.Second

// newEyeWatch goes on with a game that was found in the journal: what the last process
// has said of its eye is for this one to take back.
func newEyeWatch(live bool, found *game.Snapshot, noFilm string) eyeWatch {
	w := eyeWatch{live: live, blind: found.Blind, since: never, standing: map[string]string{}, noFilm: noFilm}
	for _, a := range found.Alerts {
		if aboutEye(a.Code) {
			w.standing[a.Code] = a.Text
		}
	}
	return w
}

func aboutEye(code string) bool {
	return code == eyeFailed || strings.HasPrefix(code, eyeFailed+"_")
}

// sees lists the messages that only an eye which is looking sends.
var sees = map[wire.Type]bool{wire.Seen: true, wire.Frame: true, wire.Calibration: true}

// inputs is what the game is told because of a report: nothing for heartbeats and pictures.
func (w *eyeWatch) inputs(r eyeproc.Report, tb timebase) []game.Input {
	switch {
	case r.Fault != "":
		return w.died(r.Fault, tb)
	case r.Back:
		return w.well(wire.Frame, tb)
	case r.Film != nil:
		return w.film(r.Film.None, tb)
	}
	ins := w.well(r.Message.Type, tb)
	if sees[r.Message.Type] {
		ins = append(ins, w.seesAgain(r.Message, tb)...)
	}
	switch m := r.Message; m.Type {
	case wire.Seen:
		if in, ok := sightingInput(m.Sighting(), tb); ok && in.Kind != game.Sight {
			ins = append(ins, in)
		}
	case wire.Fault:
		code := eyeFailed + "_" + strings.TrimPrefix(m.Code, eyeFailed+"_")
		ins = append(ins, w.raise(tb, code, game.SevWarn, m.Text)...)
	case wire.End:
		ins = append(ins, w.film("the recording is over", tb)...)
	case wire.Calibration:
		ins = append(ins, game.Input{Kind: game.Heal, At: tb.now(), Code: "board_moved", Reason: "The board has been found again."})
	}
	return ins
}

// seesAgain tells, some time after the eye sees the board again, that the game is watched.
func (w *eyeWatch) seesAgain(m wire.Message, tb timebase) []game.Input {
	kind := game.InputKind("")
	if m.Type == wire.Seen {
		kind = inputKinds[m.Sighting().Kind]
	}
	switch {
	case kind == game.Blind:
		w.blind, w.lost, w.since = true, true, never
	case kind == game.Sight && w.blind:
		// People are told at once; what follows from it waits.
		w.lost, w.since = false, tb.now()
		return []game.Input{{Kind: game.Heal, At: tb.now(), Code: viewAlert, Reason: "The eye sees the board again."}}
	}
	switch {
	case !w.blind || w.lost:
		return nil
	case w.since == never:
		w.since = tb.now()
		return nil
	case m.Type != wire.Frame || tb.now() < w.since+lookAround:
		return nil
	}
	w.blind, w.since = false, never
	return []game.Input{{Kind: game.Sight, At: tb.now()}}
}

// died tells that the eye's process has ended. Until the next one sees, presses are
// unseen, and a hand that was over the board is not known to rest there.
func (w *eyeWatch) died(why string, tb timebase) []game.Input {
	ins := w.raise(tb, eyeFailed, game.SevError, "The eye has failed: "+why+". The clock goes on.")
	ins = append(ins, w.film("the eye has failed", tb)...)
	w.lost, w.since = false, never
	if w.live && !w.blind {
		w.blind = true
		ins = append(ins,
			game.Input{Kind: game.Blind, At: tb.now(), Reason: "the eye has failed"},
			game.Input{Kind: game.HandOut, At: tb.now(), SeenAt: tb.now()})
	}
	return ins
}

// film tells of which events there can be pictures, where that has changed: none is why not.
func (w *eyeWatch) film(none string, tb timebase) []game.Input {
	if none == w.noFilm {
		return nil
	}
	w.noFilm = none
	return []game.Input{{Kind: game.Film, At: tb.now(), Reason: none}}
}

// raise is the input for an alert, unless it stands in the same words.
func (w *eyeWatch) raise(tb timebase, code, severity, text string) []game.Input {
	if w.standing[code] == text {
		return nil
	}
	w.standing[code] = text
	return []game.Input{{Kind: game.Fail, At: tb.now(), Code: code, What: severity, Reason: text}}
}

// well heals what a message of the type proves to be over.
func (w *eyeWatch) well(seen wire.Type, tb timebase) (ins []game.Input) {
	if len(w.standing) == 0 {
		return nil
	}
	for _, code := range provesWell[seen] {
		if _, stands := w.standing[code]; stands {
			delete(w.standing, code)
			how := ""
			if code == eyeFailed {
				how = "The eye works again."
			}
			ins = append(ins, game.Input{Kind: game.Heal, At: tb.now(), Code: code, Reason: how})
		}
	}
	return ins
}

func sightingInput(s vision.Sighting, tb timebase) (game.Input, bool) {
	kind, known := inputKinds[s.Kind]
	if !known {
		return game.Input{}, false
	}
	sure := max(s.SureAt, s.At)
	return game.Input{
		Kind: kind, At: tb.stamp(sure), SeenAt: tb.stamp(s.At),
		Color: s.Color, Point: s.Point, Points: s.Points, Rows: s.Rows,
		Offset: s.Offset, Sure: s.Sure, Reason: s.Reason,
	}, true
}
