package hil

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"shinpan/board"
	"shinpan/clock"
	"shinpan/game"
	"shinpan/record"
	"shinpan/show"
)

// TestGame plays the bundled recording to the end: its pictures into the camera, its presses
// onto the buttons. Everything that comes out is the truth of the recording: the moves with
// their times, the rulings, the record, the lamps after each press and both faces.
func TestGame(t *testing.T) {
	m := pi(t)
	eye := filepath.Join(m.shared, "eye")
	if _, err := os.Stat(eye); err != nil {
		t.Skip("NOT RUN here, and long: there is no eye. deploy/hil/run --game brings one")
	}
	truth, err := show.Load()
	if err != nil {
		t.Fatal(err)
	}
	path, err := show.WriteVideo(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	c, f := openCamera(t), openFilm(t, path, truth.FPS)
	w := witness(t, "i2c", "irq/irq_handler_entry", "irq/irq_handler_exit")
	f.next(t, c)
	c.show(t) // a loopback device is a camera only while something feeds it
	a := m.start(t, wired, fmt.Sprintf("[eye]\ncommand = %q\nsource = %q\nblack_side = %q\n", eye, cameraDevice, truth.BlackSide))
	lines := interrupts(t)
	waitForEye(t, a, c, f)
	m.contact(t, lineP2).tap(t, 50*time.Millisecond) // White starts Black's clock
	pushes := playFilm(t, m, c, f, truth)
	for begin := monotonic(); a.snapshot().Outcome == nil && monotonic()-begin < patience; {
		f.tick(t, c)
	}
	checkFaces(t, a, w, "")
	sgf, _ := a.get("/game.sgf")
	a.stop()

	checkStamps(t, a.presses()[1:], pushes, w.edges(lines))
	checkStory(t, a, truth)
	checkMoves(t, a, truth, pushes, f.shown)
	checkRecord(t, sgf, truth)
}

// waitForEye shows the first pictures until the eye has seen the board for some seconds.
func waitForEye(t *testing.T, a *appliance, c *camera, f *film) {
	t.Helper()
	f.rewind()
	since := monotonic()
	for begin := monotonic(); monotonic()-since < 5*time.Second; {
		f.wait(c)
		f.tick(t, c)
		snap := a.snapshot()
		_, pictured := a.get("/api/picture.jpg")
		if snap.Blind || len(snap.Alerts) > 0 || !pictured {
			since = monotonic()
		}
		if since-begin > 3*patience {
			t.Fatalf("the eye does not see the board: %v", snap.Alerts)
		}
	}
}

// playFilm shows the recording and presses where its players do, for two pictures. After each
// press the lamps must turn over.
func playFilm(t *testing.T, m machine, c *camera, f *film, truth show.Truth) (pushes []push) {
	t.Helper()
	due := map[int]func(){}
	for _, p := range truth.Presses() {
		n := int(math.Round(p.At.Seconds() * truth.FPS))
		button := m.contact(t, lineOf(p.Side))
		lamps := map[clock.Side]string{clock.P1: "01", clock.P2: "10"}[p.Side]
		if len(due) == 3*(len(truth.Presses())-1) {
			lamps = "00" // the last move ends the game
		}
		due[n] = func() { pushes = append(pushes, push{p.Side, button.set(t, true)}) }
		due[n+2] = func() { button.set(t, false) }
		due[n+6] = func() {
			eventually(t, fmt.Sprintf("lamps %s after the press at %v", lamps, p.At), func() bool {
				return m.value(t, lineTurn1)+m.value(t, lineTurn2) == lamps
			})
		}
	}
	f.rewind()
	for f.next(t, c) {
		n := f.n
		f.tick(t, c)
		if do := due[n]; do != nil {
			do()
		}
	}
	return pushes
}

// checkStory holds everything that was said of the game, from its start to its end and in its
// order, against what happens in the recording. Of the machine nothing is wanted: on a host
// with other work the eye may well fall silent, and that changes no game. Nor does it matter
// whether a stone is straightened before the press that completes its move is told.
func checkStory(t *testing.T, a *appliance, truth show.Truth) {
	t.Helper()
	_, events, err := a.journal().Replay()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range events {
		if e.Kind == game.EvAlert {
			t.Logf("told beside: %s", e.Text)
		} else if e.Kind == game.EvStart || len(got) > 0 {
			got = append(got, strings.Join(strings.Fields(fmt.Sprint(e.Kind, " ", name(e.By), " ", point(e.Point), " ", e.Code)), " "))
		}
		if e.Kind == game.EvOver {
			break
		}
	}
	slices.SortStableFunc(got, straightenedLast)
	if want := story(truth); !slices.Equal(got, want) {
		t.Errorf("told:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func name(s clock.Side) string {
	if s == clock.NoSide {
		return ""
	}
	return s.String()
}

func point(p board.Point) string {
	if p == board.NoPoint {
		return ""
	}
	return p.String()
}

// story is what the referee has to say of the recording: it ends with a double-three.
func story(truth show.Truth) (want []string) {
	by := map[board.Color]string{board.Black: "p1", board.White: "p2"}
	want = append(want, "start p1")
	lifted := board.NoPoint
	var last show.Happened
	for _, e := range truth.Events {
		switch {
		case e.Type == "lift":
			lifted = e.Point
			want = append(want, fmt.Sprintf("incident %s %v H1", by[e.Color], e.Point), fmt.Sprintf("infraction %s V2", by[e.Color]), "freeze H1", "restore")
		case e.Type == "place" && e.Point == lifted:
			lifted = board.NoPoint
			want = append(want, "restored", "resume "+by[e.Color])
		case e.Type == "nudge":
			want = append(want, fmt.Sprintf("straightened %v", e.Point))
		case e.Type == "place":
			last = e
			want = append(want, fmt.Sprintf("move %s %v", by[e.Color], e.Point))
		}
	}
	want = append(want, fmt.Sprintf("foul %s %v", by[last.Color], last.Point), "over")
	slices.SortStableFunc(want, straightenedLast)
	return want
}

// straightenedLast takes what is told of straightened stones out of the order.
func straightenedLast(a, b string) int {
	order := map[bool]int{true: 1}
	return order[strings.HasPrefix(a, "straightened")] - order[strings.HasPrefix(b, "straightened")]
}

// placings are the stones of the recording's moves, without the one that is put back.
func placings(truth show.Truth) (placed []show.Happened) {
	known := map[board.Point]bool{}
	for _, e := range truth.Events {
		if e.Type == "place" && !known[e.Point] {
			known[e.Point] = true
			placed = append(placed, e)
		}
	}
	return placed
}

// checkMoves holds position, end and moves against the recording, whose pictures were shown
// at these times. How late stones are seen is only told: it depends on how much of a
// processor the eye gets.
func checkMoves(t *testing.T, a *appliance, truth show.Truth, pushes []push, shown []time.Duration) {
	t.Helper()
	g, _, err := a.journal().Replay()
	if err != nil {
		t.Fatal(err)
	}
	end := g.Snapshot(g.Now(), "")
	if !slices.Equal(end.Rows, truth.Final) {
		t.Errorf("the position is\n%s\nwant\n%s", strings.Join(end.Rows, "\n"), strings.Join(truth.Final, "\n"))
	}
	if end.Outcome == nil || end.Outcome.Winner != "p2" || end.Outcome.Reason != game.ByFoul {
		t.Errorf("the outcome is %+v", end.Outcome)
	}
	placed := placings(truth)
	if len(end.Moves) != len(placed) || len(pushes) != len(placed) {
		t.Fatalf("%d moves and %d presses, want %d", len(end.Moves), len(pushes), len(placed))
	}
	zero := pushes[0].at.from - end.Moves[0].PressedAt.Duration() // of the game
	var worst time.Duration
	for i, move := range end.Moves {
		worst = max(worst, (zero + move.SeenAt.Duration() - shown[placed[i].Frame]).Abs())
	}
	t.Logf("the stones' times are right within %v", worst)
}

// checkRecord reads the record as another program would.
func checkRecord(t *testing.T, sgf string, truth show.Truth) {
	t.Helper()
	r, err := record.NewReader(strings.NewReader(sgf), "game.sgf")
	if err != nil {
		t.Fatal(err)
	}
	got, err := r.Next()
	if err != nil {
		t.Fatal(err)
	}
	var want []record.Move
	for _, e := range placings(truth) {
		want = append(want, record.Move{Color: e.Color, Point: e.Point})
	}
	if !slices.Equal(got.Moves, want) || got.Result != "0-1" {
		t.Errorf("the record has %v, result %s; want %v, 0-1", got.Moves, got.Result, want)
	}
}
