package vision

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"shinpan/board"
)

// Times and measures of settling.
const (
	sureLikelihood = 0.90                   // a cell must be as sure of its colour
	confirmFrames  = 2                      // so many readings in a row must say the same
	holdPlace      = 500 * time.Millisecond // a stone waits so long for a covered stone of its colour
	doubtAfter     = 1500 * time.Millisecond
	coveredAfter   = 10 * time.Second       // a point that something has been over for so long is doubted
	shiftOffset    = 0.12                   // parts of the pitch below which a stone has not moved
	handArea       = 0.02                   // a hand covers more of the board than this
	pushTime       = 300 * time.Millisecond // from the push of a falling stone to its rest
	pushMemory     = 2 * time.Second
)

// Settler turns readings, one a frame, into sightings. It remembers what lies on every
// point and believes a change only when consecutive readings, none of them busy, agree
// on it. The zero value is not ready: use NewSettler.
//
// When Settled reports true its entire state is the board (and where each stone lies on
// its point): a Settler started from there sees what this one sees.
type Settler struct {
	size   int
	tracks []track
	times  timeline
	hand   bool
	known  bool // Start or Resume was called
	out    []Sighting
	pushed []Sighting // shifts of the last moments
}

// track is what the settler knows of one point.
type track struct {
	color   board.Color
	unknown bool // nothing is known of this point yet
	dx, dy  float32
	claim   board.Color // what the last readings say
	count   int         // how many of them in a row
	claimed time.Duration
	odd     time.Duration // since when the point is still, uncovered and cannot be told; 0 for no time
	covered time.Duration // since when something is over the point; 0 for no time
	doubted bool
	blind   bool // the point could not be told when the board was first seen
	busy    bool
	// contradicted counts the audits in a row that saw something else there.
	contradicted int
}

// NewSettler settles readings of a board with size lines.
func NewSettler(size int) *Settler {
	return &Settler{size: size, tracks: make([]track, size*size)}
}

// Start takes a whole reading as the position. Points the reading is not sure of take
// their colour from believed where that is given, and are unknown otherwise.
func (s *Settler) Start(r Reading, believed *board.Board) Sighting {
	for i, c := range r.Cells {
		t := &s.tracks[i]
		*t = track{}
		color, likely := c.Best()
		switch {
		case likely >= sureLikelihood && !c.Busy:
			t.color, t.dx, t.dy = color, c.DX, c.DY
		case believed != nil:
			t.color, t.dx, t.dy, t.doubted, t.blind = believed.At(s.point(i)), c.DX, c.DY, true, true
		default:
			t.unknown, t.doubted, t.blind = true, true, true
		}
	}
	s.known = true
	s.times.push(r.Frame, r.At)
	return Sighting{Kind: Position, At: r.At, SureAt: r.At, Frame: r.Frame, Sure: 1, Rows: s.Rows()}
}

// Carry takes a whole reading of the same position seen anew, after the board or the
// camera has moved. Stones keep their points; where the reading is sure of something else,
// the next readings will settle that. It returns the points that cannot be told.
func (s *Settler) Carry(r Reading) (unsure []board.Point) {
	for i, c := range r.Cells {
		t := &s.tracks[i]
		color, likely := c.Best()
		*t = track{color: t.color, unknown: t.unknown, dx: t.dx, dy: t.dy}
		switch {
		case likely < sureLikelihood:
			unsure = append(unsure, s.point(i))
			t.doubted, t.blind = true, true
		case color == t.color:
			t.dx, t.dy = c.DX, c.DY
		}
	}
	return unsure
}

// Belief is what the settler holds to lie on a point.
type Belief struct {
	Color   board.Color
	Unknown bool // nothing was ever seen there that could be told
	Strange bool // something has come to lie there that cannot be told
}

// Beliefs lists what lies on every point, row 1 first.
func (s *Settler) Beliefs() []Belief {
	out := make([]Belief, len(s.tracks))
	for i, t := range s.tracks {
		out[i] = Belief{Color: t.color, Unknown: t.unknown || t.blind, Strange: t.doubted}
	}
	return out
}

// Rebase takes where the stones lie on their points from a reading of the settled board.
func (s *Settler) Rebase(r Reading) {
	for i, c := range r.Cells {
		if !c.Busy {
			s.tracks[i].dx, s.tracks[i].dy = c.DX, c.DY
		}
	}
}

// Compare counts the points on which a reading is sure of what the settler holds, and
// those on which it is sure of something else.
func (s *Settler) Compare(r Reading) (agree, differ int) {
	for i, c := range r.Cells {
		color, likely := c.Best()
		switch t := &s.tracks[i]; {
		case likely < sureLikelihood || t.unknown:
		case color == t.color:
			agree++
		default:
			differ++
		}
	}
	return agree, differ
}

// Started reports whether there is a position to compare with.
func (s *Settler) Started() bool { return s.known }

func (s *Settler) point(i int) board.Point { return board.At(i%s.size, i/s.size) }

// Rows is the position, the highest row first, '?' for unknown.
func (s *Settler) Rows() []string {
	rows := make([]string, 0, s.size)
	for row := s.size - 1; row >= 0; row-- {
		line := make([]rune, s.size)
		for col := range line {
			t := s.tracks[row*s.size+col]
			line[col] = t.color.Rune()
			if t.unknown {
				line[col] = '?'
			}
		}
		rows = append(rows, string(line))
	}
	return rows
}

// Board is the position with unknown points taken as empty.
func (s *Settler) Board() board.Board {
	b := board.New(s.size)
	for i, t := range s.tracks {
		if !t.unknown {
			b.Set(s.point(i), t.color)
		}
	}
	return b
}

// Settled reports that nothing is moving, covered or undecided.
func (s *Settler) Settled() bool {
	return s.Resting() && !slices.ContainsFunc(s.tracks, func(t track) bool { return t.busy })
}

// Resting reports that nothing is undecided of what can be seen.
func (s *Settler) Resting() bool {
	for i := range s.tracks {
		if t := &s.tracks[i]; t.count > 0 || t.odd != 0 && !t.doubted {
			return false
		}
	}
	return s.known
}

// Step takes the next reading and returns what has settled with it, in order of time.
// The slice is reused by the next Step.
func (s *Settler) Step(r Reading) []Sighting {
	s.out = s.out[:0]
	if !s.known || len(r.Cells) != len(s.tracks) {
		return s.out
	}
	s.times.push(r.Frame, r.At)
	s.watchHand(r)
	for i, c := range r.Cells {
		s.weigh(&s.tracks[i], c, r)
	}
	covered := s.coveredStones()
	for i, c := range r.Cells {
		s.decide(i, c, r, covered)
	}
	s.dropped(r)
	s.doubt(r)
	s.sort()
	return s.out
}

// sort puts the sightings of one frame in order of time. A stone cannot lie elsewhere
// before it was lifted: a lift comes before the places of its colour, whenever its empty
// point came to be seen.
func (s *Settler) sort() {
	var placed [3]time.Duration // when the first stone of each colour was placed
	for i := range placed {
		placed[i] = math.MaxInt64
	}
	for _, o := range s.out {
		if o.Kind == Place {
			placed[o.Color] = min(placed[o.Color], o.At)
		}
	}
	when := func(o Sighting) time.Duration {
		if o.Kind == Lift {
			return min(o.At, placed[o.Color]-1)
		}
		return o.At
	}
	slices.SortStableFunc(s.out, func(a, b Sighting) int { return cmp.Compare(when(a), when(b)) })
}

// dropped dates a stone that pushed others back to when they began to move: it fell then,
// and came to rest later.
func (s *Settler) dropped(r Reading) {
	s.pushed = slices.DeleteFunc(s.pushed, func(o Sighting) bool { return r.At-o.At > pushMemory })
	for _, o := range s.out {
		if o.Kind == Shift {
			s.pushed = append(s.pushed, o)
		}
	}
	for i := range s.out {
		for _, o := range s.pushed {
			p := &s.out[i]
			beside := max(p.Point.Col()-o.Point.Col(), o.Point.Col()-p.Point.Col(), p.Point.Row()-o.Point.Row(), o.Point.Row()-p.Point.Row()) <= 1
			if p.Kind == Place && beside && p.At > o.At && p.At-o.At <= pushTime {
				p.At, p.Frame = o.At, o.Frame
			}
		}
	}
}

// watchHand tells when something that is no stone comes over the board and leaves.
func (s *Settler) watchHand(r Reading) {
	if in := r.Moving > handArea; in != s.hand && (in || r.Moving == 0) {
		s.hand = in
		kind := HandOut
		if in {
			kind = HandIn
		}
		s.out = append(s.out, Sighting{Kind: kind, At: r.At, SureAt: r.At, Frame: r.Frame, Sure: 1})
	}
}

// weigh updates a point's claim with one reading.
func (s *Settler) weigh(t *track, c Cell, r Reading) {
	t.busy = c.Busy || r.Blind
	color, likely := c.Best()
	if !c.Busy || r.Blind {
		t.covered = 0
	} else if t.covered == 0 {
		t.covered = r.At
	}
	switch {
	case t.busy:
		t.count, t.odd = 0, 0
		return
	case likely < sureLikelihood:
		t.count = 0
		if t.odd == 0 && !t.doubted {
			t.odd = r.At
		}
		return
	}
	t.odd, t.doubted, t.blind = 0, false, false
	if color == t.color && !t.unknown && !t.shifted(c) {
		t.count = 0
		return
	}
	if t.count == 0 || color != t.claim {
		t.claim, t.count, t.claimed = color, 0, r.At
	}
	t.count++
}

// shifted reports whether the stone lies elsewhere on its point than it did.
func (t *track) shifted(c Cell) bool {
	return t.color != board.Empty && offset(t.dx, t.dy, c.DX, c.DY) > shiftOffset
}

// coveredStones says of which colours a stone is covered or just being found missing: it
// may be the one that is about to be seen elsewhere.
func (s *Settler) coveredStones() (covered [3]bool) {
	for i := range s.tracks {
		if t := &s.tracks[i]; t.busy || t.count > 0 && t.count < confirmFrames {
			covered[t.color] = true
		}
	}
	return covered
}

// decide turns a claim that has held long enough into a sighting.
func (s *Settler) decide(i int, c Cell, r Reading, covered [3]bool) {
	t := &s.tracks[i]
	if t.count < confirmFrames {
		return
	}
	frame, at := s.times.at(c.Since, r)
	seen := Sighting{At: at, SureAt: r.At, Frame: frame, Point: s.point(i)}
	_, likely := c.Best()
	seen.Sure = math.Round(float64(likely)*1000) / 1000
	switch {
	case t.unknown:
		t.settle(c)
		seen = Sighting{Kind: Position, At: r.At, SureAt: r.At, Frame: r.Frame, Sure: 1, Rows: s.Rows()}
		s.out = append(s.out, seen)
		return
	case t.claim == t.color:
		seen.Kind, seen.Color, seen.Offset = Shift, t.color, offset(t.dx, t.dy, c.DX, c.DY)
	case t.claim == board.Empty:
		seen.Kind, seen.Color = Lift, t.color
	case covered[t.claim] && r.At-t.claimed < holdPlace:
		return
	case t.color != board.Empty:
		lifted := seen
		lifted.Kind, lifted.Color = Lift, t.color
		s.out = append(s.out, lifted)
		fallthrough
	default:
		seen.Kind, seen.Color = Place, t.claim
	}
	t.settle(c)
	s.out = append(s.out, seen)
}

func (t *track) settle(c Cell) {
	*t = track{color: t.claim, dx: c.DX, dy: c.DY}
}

// doubt reports points that lie still and open but cannot be told, and those that something
// has been over for long, once for each time they become so.
func (s *Settler) doubt(r Reading) {
	for _, kind := range [2]struct {
		since  func(t *track) time.Duration
		after  time.Duration
		reason string
	}{
		{func(t *track) time.Duration { return t.odd }, doubtAfter, "neither empty nor a stone for"},
		{func(t *track) time.Duration { return t.covered }, coveredAfter, "something has been over it for"},
	} {
		var points []board.Point
		for i := range s.tracks {
			t := &s.tracks[i]
			if since := kind.since(t); since != 0 && !t.doubted && r.At-since >= kind.after {
				t.doubted = true
				points = append(points, s.point(i))
			}
		}
		if len(points) == 0 {
			continue
		}
		slices.SortFunc(points, func(a, b board.Point) int {
			if a.Less(b) {
				return -1
			}
			return 1
		})
		s.out = append(s.out, Sighting{
			Kind: Doubt, At: r.At, SureAt: r.At, Frame: r.Frame, Points: points,
			Reason: fmt.Sprintf("%s %s", kind.reason, kind.after),
		})
	}
}
