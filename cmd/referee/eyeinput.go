package main

import (
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

// eyeInput turns a report into what the game is told; ok is false for what is none of
// the game's business (heartbeats, pictures).
func eyeInput(r eyeproc.Report, tb timebase) (in game.Input, ok bool) {
	switch {
	case r.Fault != "":
		return game.Input{
			Kind: game.Fail, At: tb.now(), Code: "eye", What: game.SevError,
			Reason: "The eye has failed: " + r.Fault + ". The clock goes on.",
		}, true
	case r.Back:
		return game.Input{Kind: game.Heal, At: tb.now(), Code: "eye"}, true
	}
	switch m := r.Message; m.Type {
	case wire.Seen:
		return sightingInput(m.Sighting(), tb)
	case wire.Fault:
		return game.Input{Kind: game.Fail, At: tb.now(), Code: "eye_" + m.Code, What: game.SevWarn, Reason: m.Text}, true
	case wire.Calibration:
		return game.Input{Kind: game.Heal, At: tb.now(), Code: "board_moved"}, true
	}
	return game.Input{}, false
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
