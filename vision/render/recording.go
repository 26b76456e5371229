package render

import (
	"fmt"
	"math"

	"shinpan/board"
	"shinpan/vision"
)

// Recording is a film of a game, made frame by frame.
type Recording struct {
	FPS     float64
	Size    int
	Initial []string
	Start   Truth   // of the first frame
	Events  []Event // so far
	Rows    []string

	scene  *Scene
	dice   dice
	people [3]*person // by board.Color: whose stones they are
	pace   float64
	tremor float64 // how far a resting hand moves
	acts   []*act
	sways  []sway
	end    float64
	number int

	hand  *hand
	held  *Stone // by the hand
	wait  []pending
	in    bool // the hand is over the board
	tiles int  // pixels that show board or stones

	base    *canvas  // the scene without the hand
	over    *canvas  // with it
	sharp   *exposed // base, not yet softened
	soft    *exposed // base as the sensor gets it
	now     *exposed // the frame
	stale   area     // part of base that must be painted anew
	touched area     // part of now that is not as in soft
	lamps   [3]float64
	shown   [3]float64 // lamps of sharp
	auto    automatic
	passers []passing
	flicker float64
	veils   [3]*veil // the hand's shadows, kept from frame to frame
	taps    handTaps // scratch
	bgr     []byte   // scratch
}

// Event is something that happened, as ../shared/data/README.md has it; thing_on and
// thing_off are things laid on the board and taken away.
type Event struct {
	Frame   int
	At      float64 // seconds
	Type    string
	Color   board.Color
	Point   board.Point
	From    board.Point // of a move
	Corners [4][2]float64
}

func (e Event) String() string {
	return fmt.Sprintf("%d %.2f %s %v %v", e.Frame, e.At, e.Type, e.Color, e.Point)
}

// pending is a stone that lies on the board but is still covered by the hand.
type pending struct {
	event Event
}

// take lifts the stone on p into the hand.
func (r *Recording) take(p board.Point, event string) {
	s := r.scene
	i := s.at(p)
	if i < 0 {
		return
	}
	st := s.stones[i]
	r.markStale(&st)
	s.stones = append(s.stones[:i:i], s.stones[i+1:]...)
	r.held = &st
	if event != "" {
		r.Events = append(r.Events, r.event(event, st.Color, p))
	}
}

// letGo leaves a stone on the board. The event is told once the stone can be seen.
func (r *Recording) letGo(st Stone, event string, from board.Point) {
	st.body.floor = 0
	r.scene.stones = append(r.scene.stones, st)
	r.markStale(&st)
	r.held = nil
	e := r.event(event, st.Color, st.Point)
	e.From = from
	r.wait = append(r.wait, pending{e})
}

func (r *Recording) event(kind string, c board.Color, p board.Point) Event {
	return Event{Frame: r.number, At: float64(r.number) / r.FPS, Type: kind, Color: c, Point: p, From: board.NoPoint}
}

// markStale notes that a stone and its shadows must be painted anew.
func (r *Recording) markStale(st *Stone) {
	s := r.scene
	b := &st.body
	r.stale = r.stale.with(s.cam.around(b.at, b.radius*1.2))
	for i := range s.room.lights {
		l := &s.room.lights[i]
		top := b.at.add(vec{z: b.half})
		x, y := l.onto(top, 0)
		soft := top.z*l.size/l.at.length()*1.3 + 0.3
		r.stale = r.stale.with(s.cam.around(vec{x, y, 0}, b.radius+soft)).inside(s.cam.frame())
	}
}

// Next makes the next frame; ok is false after the last one. The pixels are used again by
// the next Next.
func (r *Recording) Next() (p Picture, ok bool) {
	t := float64(r.number) / r.FPS
	if t > r.end {
		return p, false
	}
	r.happen(t)
	r.refresh()
	r.showHand()
	r.tell()
	f := r.scene.film
	d := newDice(r.scene.Seed, chanceFrame+uint64(r.number))
	r.auto.follow(r.now)
	f.auto = r.auto.gain.times(1 + r.flicker*d.between(-1, 1))
	f.columns = r.dimmed(t)
	p = f.develop(r.now, d, r.bgr)
	r.bgr = p.BGR
	r.number++
	return p, true
}

// happen does everything that is due at t.
func (r *Recording) happen(t float64) {
	for i := range r.sways {
		r.sways[i].step(r, t)
	}
	var now *act
	for _, a := range r.acts {
		if t < a.start() || t > a.end() {
			continue
		}
		now = a
		if a.first != nil {
			r.held, a.first = a.first, nil
		}
		for len(a.marks) > 0 && a.marks[0].t <= t {
			a.marks[0].do(r)
			a.marks = a.marks[1:]
		}
	}
	r.hand = nil
	if now == nil {
		return
	}
	grip := now.at(t).add(vec{math.Sin(7 * t), math.Sin(9*t + 1), math.Sin(5 * t)}.times(r.tremor))
	r.hand = now.person.pose(now.grasp, grip, now.from)
	r.hand.fast = grip.sub(now.at(t - 0.02))
	if r.held != nil {
		at := grip
		if now.grasp == poke {
			at.z = r.held.body.at.z
		}
		r.hand.hold(*r.held, at)
	}
}

// dimmed is how much light each column of pixels gets at t, nil where all get all.
func (r *Recording) dimmed(t float64) []float32 {
	columns := make([]float32, r.scene.cam.w)
	for i := range columns {
		columns[i] = 1
	}
	any := false
	for i := range r.passers {
		any = r.passers[i].dim(t, columns) || any
	}
	if !any {
		return nil
	}
	return columns
}

// position is what lies on the board, the highest row first.
func (s *Scene) position() []string {
	var rows []string
	for row := s.Size - 1; row >= 0; row-- {
		line := make([]rune, s.Size)
		for col := range line {
			line[col] = board.Empty.Rune()
			if i := s.at(board.At(col, row)); i >= 0 {
				line[col] = s.stones[i].Color.Rune()
			}
		}
		rows = append(rows, string(line))
	}
	return rows
}

// Side is the side of the picture at which Black sits.
func (r *Recording) Side() vision.BlackSide { return r.Start.Side }

// Frame is the size of the pictures.
func (r *Recording) Frame() (w, h int) { return r.scene.cam.w, r.scene.cam.h }
