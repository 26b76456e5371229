package main

import (
	"fmt"

	"shinpan/board"
	"shinpan/game"
	"shinpan/vision/wire"
	"time"
)

// prove draws a forbidden move on the board and explains it.
func (n *narrator) prove(e game.Event, snap *game.Snapshot) {
	b, err := board.ParseRows(snap.Rows)
	if err != nil {
		return
	}
	if b.At(e.Point) != board.Empty {
		b.Set(e.Point, board.Empty)
	}
	fmt.Fprintf(n.out, "\n%s\n", e.Proof.ExplainOn(&b))
}

// reportTime is when, on the recording's time, a report was made.
func reportTime(m wire.Message) (at time.Duration, ok bool) {
	switch m.Type {
	case wire.Frame, wire.End:
		return m.T.Duration(), true
	case wire.Seen:
		return max(m.SureT.Duration(), m.T.Duration()), true
	}
	return 0, false
}

func isEnd(m wire.Message) bool { return m.Type == wire.End }
