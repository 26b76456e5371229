package eyeproc

import (
	"shinpan/board"
	"shinpan/vision"
	"shinpan/vision/wire"
)

// progress is what has been reported so far, so that the next eye can go on from there.
type progress struct {
	recording bool
	seen      board.Board
	corners   []float64

	filmed bool // it has been told that pictures can be asked for

	frame int // the last frame reported, -1 before the first
	since int // sightings reported since then

	settled        int
	settledBoard   board.Board
	settledCorners []float64
	ever           bool // a settled frame exists

	// skipping is set while a restarted eye plays frames that were already reported.
	skipping bool
	skip     int // sightings still to leave out after the last reported frame
}

func newProgress(size int) progress {
	return progress{frame: -1, seen: board.New(size), settledBoard: board.New(size)}
}

// restart reports whether there is a quiet frame to go on from.
func (p progress) restart() bool { return p.ever && len(p.settledCorners) > 0 }

// begin prepares for the stream of a newly started eye.
func (p *progress) begin() {
	if p.recording && p.frame >= 0 {
		p.skipping = true
		p.skip = p.since
		if !p.restart() {
			// Played again from its first frame.
			p.settled = 0
		}
	}
}

// take notes a message and reports whether it is news.
func (p *progress) take(m wire.Message) bool {
	switch m.Type {
	case wire.Hello:
		p.recording = m.Clock == wire.ClockVideo
		return true
	case wire.Calibration:
		p.corners = m.Corners
		return !p.skipping
	case wire.Frame:
		return p.takeFrame(m)
	case wire.Seen:
		return p.takeSighting(m)
	case wire.Snapshot:
		return !p.skipping
	}
	return true
}

func (p *progress) takeFrame(m wire.Message) bool {
	if p.skipping {
		if m.Frame == p.frame {
			p.skipping = false
		}
		return false
	}
	p.frame, p.since, p.skip = m.Frame, 0, 0
	if (m.Settled > p.settled || !p.ever) && len(p.corners) > 0 {
		p.settled, p.ever = m.Settled, true
		p.settledBoard, p.settledCorners = p.seen, p.corners
	}
	return true
}

func (p *progress) takeSighting(m wire.Message) bool {
	if p.skipping {
		return false
	}
	if p.skip > 0 {
		p.skip--
		return false
	}
	p.since++
	p.look(m.Sighting())
	return true
}

// look keeps the board as the eye believes it to be.
func (p *progress) look(s vision.Sighting) {
	switch s.Kind {
	case vision.Place:
		if s.Point.OnBoard(p.seen.Size()) {
			p.seen.Set(s.Point, s.Color)
		}
	case vision.Lift:
		if s.Point.OnBoard(p.seen.Size()) {
			p.seen.Set(s.Point, board.Empty)
		}
	case vision.Position:
		if len(s.Rows) != p.seen.Size() {
			return
		}
		for q := range p.seen.Points {
			row := s.Rows[p.seen.Size()-1-q.Row()]
			if q.Col() >= len(row) {
				continue
			}
			if c, ok := board.ColorOfRune(rune(row[q.Col()])); ok {
				p.seen.Set(q, c)
			}
		}
	}
}
