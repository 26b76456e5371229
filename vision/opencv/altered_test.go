package opencv

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"gocv.io/x/gocv"

	"shinpan/board"
	"shinpan/vision"
)

// altering is a Source whose frames are changed before they are seen.
type altering struct {
	Source
	until  int
	change func(n int, m *gocv.Mat)
}

func (a *altering) Next(frame *gocv.Mat) (Stamp, error) {
	s, err := a.Source.Next(frame)
	if err == nil && s.Frame >= a.until {
		return s, io.EOF
	}
	if err == nil {
		a.change(s.Frame, frame)
	}
	return s, err
}

// thing is something with straight edges lying over the board: its corners in lines as seen,
// from the top left point of the board, its colours, and the frames in which it is there.
type thing struct {
	corners  [][2]float64
	colors   []color.RGBA // stripes of these
	from, to int
	jitter   float64 // lines by which it trembles
}

// over draws things on the frames of a film.
func over(tr videoTruth, things ...thing) func(n int, m *gocv.Mat) {
	g, err := vision.NewGrid(15, *tr.seenCorners())
	if err != nil {
		panic(err)
	}
	random := rand.New(rand.NewPCG(5, 6))
	return func(n int, m *gocv.Mat) {
		for _, o := range things {
			if n < o.from || n >= o.to {
				continue
			}
			o.draw(m, g, o.jitter*(2*random.Float64()-1), o.jitter*(2*random.Float64()-1))
		}
	}
}

// draw fills the thing stripe by stripe, along the line from its first to its second corner.
func (o *thing) draw(m *gocv.Mat, g vision.Grid, dx, dy float64) {
	stripes := 1
	if len(o.colors) > 1 {
		stripes = 24
	}
	at := func(k int, part float64) (x, y float64) {
		a, b := o.corners[k], o.corners[(k+1)%4]
		if k == 2 { // the far edge runs the other way
			a, b = b, a
		}
		return g.Pixel(a[0]+part*(b[0]-a[0])+dx, a[1]+part*(b[1]-a[1])+dy)
	}
	for s := range stripes {
		var quad []image.Point
		for _, c := range [4]struct {
			k    int
			part float64
		}{{0, float64(s) / float64(stripes)}, {0, float64(s+1) / float64(stripes)}, {2, float64(s+1) / float64(stripes)}, {2, float64(s) / float64(stripes)}} {
			x, y := at(c.k, c.part)
			quad = append(quad, image.Pt(int(math.Round(x)), int(math.Round(y))))
		}
		poly := gocv.NewPointsVectorFromPoints([][]image.Point{quad})
		gocv.FillPoly(m, poly, o.colors[s%len(o.colors)])
		poly.Close()
	}
}

// hides reports whether a point as seen lies under the thing, or nearer to it than reach.
func (o *thing) hides(col, row int, reach float64) bool {
	minX, minY, maxX, maxY := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, c := range o.corners {
		minX, maxX = math.Min(minX, c[0]), math.Max(maxX, c[0])
		minY, maxY = math.Min(minY, c[1]), math.Max(maxY, c[1])
	}
	x, y := float64(col), float64(row)
	return x > minX-reach && x < maxX+reach && y > minY-reach && y < maxY+reach
}

// toldOf is what a follower said of an altered film, apart from hands and positions.
func toldOf(t *testing.T, name string, until int, change func(n int, m *gocv.Mat), o Options) (told []vision.Sighting, rows []string) {
	t.Helper()
	source, err := Open(filepath.Join(videoFolder, name+".mp4"), 0)
	if err != nil {
		t.Fatal(err)
	}
	f := NewFollower(&altering{source, until, change}, o)
	defer func() { _ = f.Close() }()
	for {
		step, err := f.Next()
		if errors.Is(err, io.EOF) {
			return told, f.Rows()
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range step.Sightings {
			if s.Kind != vision.HandIn && s.Kind != vision.HandOut && s.Kind != vision.Position {
				told = append(told, s)
			}
		}
	}
}

// heldTo compares what was told of stones with the truth of a film up to a frame: every
// stone in order, first seen in time, told within 0.3 s of its hand's leaving. Of those beside
// something that lies over the board it only wants that they are told.
func heldTo(t *testing.T, tr videoTruth, until int, told []vision.Sighting, things ...thing) {
	t.Helper()
	used, last := map[int]bool{}, -1
	for i, e := range tr.Events {
		if e.Type != "place" || e.Frame > until-12 {
			continue
		}
		k := slices.IndexFunc(told, func(s vision.Sighting) bool {
			return s.Kind == vision.Place && s.Point == e.Point && s.Color.String() == e.Color
		})
		if k < 0 {
			t.Errorf("%s %s at %.2f is not told", e.Color, e.Point, e.T)
			continue
		}
		used[k] = true
		col, row := tr.asSeen(e.Point)
		if slices.ContainsFunc(things, func(o thing) bool { return o.hides(col, row, 1) }) {
			continue
		}
		s, out := told[k], math.Inf(1)
		for _, later := range tr.Events[i:] {
			if later.Type == "hand_out" {
				out = later.T
				break
			}
		}
		if k < last {
			t.Errorf("%s is told before an earlier stone", e.Point)
		}
		last = max(last, k)
		if off := s.At.Seconds() - e.T; math.Abs(off) > 0.11 {
			t.Errorf("%s at %.2f: first seen %+.2f s off", e.Point, e.T, off)
		}
		if late := s.SureAt.Seconds() - out; late > 0.3 {
			t.Errorf("%s at %.2f: told %.2f s after the hand had left", e.Point, e.T, late)
		}
	}
	for k, s := range told {
		if !used[k] && s.Kind != vision.Doubt {
			t.Errorf("extra: %v at %.2f", s, s.At.Seconds())
		}
	}
}

// asSeen is the column and row as seen of a point.
func (tr videoTruth) asSeen(p board.Point) (col, row int) {
	for i := range 225 {
		if vision.BlackSide(tr.Side).Point(i%15, i/15, 15) == p {
			return i % 15, i / 15
		}
	}
	return -1, -1
}

var (
	paper   = []color.RGBA{{R: 232, G: 230, B: 226}}
	phone   = []color.RGBA{{R: 24, G: 24, B: 28}}
	skin    = []color.RGBA{{R: 205, G: 160, B: 135}}
	checked = []color.RGBA{{R: 170, G: 40, B: 40}, {R: 235, G: 235, B: 230}, {R: 30, G: 50, B: 110}}
)

// TestThingsOverTheEdge: a sheet, a phone or a sleeve lies over the board's edge, from the
// first frame or put there during the game, and stays: stones elsewhere are told in time.
func TestThingsOverTheEdge(t *testing.T) {
	const until = 290
	_, tr := testVideo(t, "D1")
	quads := map[string][][2]float64{
		"corner": {{-2.5, -2.5}, {3.2, -2.5}, {3.2, 2.3}, {-2.5, 2.3}},
		"side":   {{11.6, 5.0}, {17.5, 4.6}, {17.5, 8.4}, {11.7, 8.0}},
	}
	for where, quad := range quads {
		for what, colors := range map[string][]color.RGBA{"paper": paper, "phone": phone, "skin": skin, "checked": checked} {
			for _, from := range []int{0, 55} {
				t.Run(fmt.Sprintf("%s over the %s from frame %d", what, where, from), func(t *testing.T) {
					if (what != "checked" || where != "side") && os.Getenv("SHINPAN_LONG") == "" {
						t.Skip("a long test: set SHINPAN_LONG=1")
					}
					o := thing{corners: quad, colors: colors, from: from, to: math.MaxInt}
					told, _ := toldOf(t, "D1", until, over(tr, o), Options{Size: 15, Corners: tr.seenCorners(), Side: vision.BlackSide(tr.Side)})
					heldTo(t, tr, until, told, o)
				})
			}
		}
	}
}

// TestThingsComeAndGo: something is put on the board or beside it and taken away again, or
// trembles at its edge all the time: no stone is invented or forgotten, those elsewhere are
// told in time, and what cannot be told is doubted.
func TestThingsComeAndGo(t *testing.T) {
	const until = 290
	_, tr := testVideo(t, "D1")
	cup := [][2]float64{{1.2, 10.8}, {3.9, 10.8}, {3.9, 13.4}, {1.2, 13.4}}
	for name, things := range map[string][]thing{
		"cup on the board":       {{corners: cup, colors: paper, from: 50, to: 200}},
		"phone on the board":     {{corners: cup, colors: phone, from: 50, to: 200}},
		"finger that points":     {{corners: [][2]float64{{2.6, 9.6}, {3.4, 9.6}, {3.5, 17.5}, {2.5, 17.5}}, colors: skin, from: 50, to: 110}, {corners: [][2]float64{{1.6, 7.6}, {2.4, 7.6}, {2.6, 17.5}, {1.4, 17.5}}, colors: paper, from: 150, to: 200}},
		"glove that points":      {{corners: [][2]float64{{2.6, 9.6}, {3.4, 9.6}, {3.5, 17.5}, {2.5, 17.5}}, colors: phone, from: 50, to: 110}, {corners: [][2]float64{{11.6, -2.5}, {12.4, -2.5}, {12.4, 3.4}, {11.6, 3.4}}, colors: phone, from: 140, to: 220}},
		"cup twice":              {{corners: cup, colors: phone, from: 50, to: 64}, {corners: cup, colors: paper, from: 150, to: 250}},
		"phone over the edge":    {{corners: [][2]float64{{11.6, 5}, {17.5, 4.6}, {17.5, 8.4}, {11.7, 8}}, colors: phone, from: 50, to: 200}},
		"sheet over the edge":    {{corners: [][2]float64{{-2.5, 9}, {1.6, 9.2}, {1.4, 17}, {-2.5, 17}}, colors: paper, from: 50, to: 200}},
		"hand that never leaves": {{corners: [][2]float64{{-2.5, 9}, {1.2, 9.5}, {1.1, 12}, {-2.5, 12}}, colors: skin, from: 0, to: 1000, jitter: 0.05}},
		"sleeve at the edge":     {{corners: [][2]float64{{9, 12.4}, {14, 12.6}, {14, 17.5}, {9, 17.5}}, colors: checked, from: 20, to: 1000, jitter: 0.03}},
		"sleeve far in":          {{corners: [][2]float64{{8.7, 7.5}, {10.8, 7.4}, {12, 17.5}, {9, 17.5}}, colors: phone, from: 50, to: 275}},
	} {
		t.Run(name, func(t *testing.T) {
			if name != "cup on the board" && name != "sleeve far in" && os.Getenv("SHINPAN_LONG") == "" {
				t.Skip("a long test: set SHINPAN_LONG=1")
			}
			told, _ := toldOf(t, "D1", until, over(tr, things...), Options{Size: 15, Corners: tr.seenCorners(), Side: vision.BlackSide(tr.Side)})
			heldTo(t, tr, until, told, things...)
			doubted := map[board.Point]int{}
			for _, s := range told {
				for _, p := range s.Points {
					doubted[p]++
				}
			}
			covered := 0
			for p, n := range doubted {
				col, row := tr.asSeen(p)
				if n > len(things) || !slices.ContainsFunc(things, func(o thing) bool { return o.hides(col, row, 0.6) }) {
					t.Errorf("%s is doubted %d times", p, n)
				}
				if slices.ContainsFunc(things, func(o thing) bool { return o.hides(col, row, -0.3) }) {
					covered++
				}
			}
			if covered < 4 && things[0].to-things[0].from > 120 && name != "hand that never leaves" {
				t.Errorf("of the points that are covered %d are doubted", covered)
			}
		})
	}
}
