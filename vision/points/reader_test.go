package points

import (
	"testing"

	"shinpan/vision"
)

// Size of the drawn board: side pixels, 30 from line to line, the first line at 40.
const (
	drawnSide  = 500
	drawnPitch = 30
	drawnFirst = 40
)

// drawn is a wooden board of 15 lines with stones on the given points (col, row).
func drawn(stones map[[2]int][3]byte) []byte {
	p := make([]byte, 3*drawnSide*drawnSide)
	for y := range drawnSide {
		for x := range drawnSide {
			c := [3]byte{110, 165, 200}
			u, v := x-drawnFirst, y-drawnFirst
			last := 14 * drawnPitch
			if u >= 0 && v >= 0 && u <= last && v <= last && (u%drawnPitch == 0 || v%drawnPitch == 0) {
				c = [3]byte{30, 45, 60}
			}
			for at, color := range stones {
				dx, dy := u-at[0]*drawnPitch, v-at[1]*drawnPitch
				if dx*dx+dy*dy < 13*13 {
					c = color
				}
			}
			copy(p[3*(y*drawnSide+x):], c[:])
		}
	}
	return p
}

func drawnReader(t testing.TB) *Reader {
	t.Helper()
	last := float64(drawnFirst + 14*drawnPitch)
	g, err := vision.NewGrid(15, [4][2]float64{{drawnFirst, drawnFirst}, {last, drawnFirst}, {last, last}, {drawnFirst, last}})
	if err != nil {
		t.Fatal(err)
	}
	r, err := NewReader(g, drawnSide, drawnSide)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

var (
	drawnBlack = [3]byte{30, 30, 32}
	drawnWhite = [3]byte{225, 230, 232}
)

func TestReaderReadsADrawnBoard(t *testing.T) {
	stones := map[[2]int][3]byte{{7, 7}: drawnBlack, {8, 7}: drawnWhite, {0, 0}: drawnBlack, {14, 14}: drawnWhite, {3, 11}: drawnWhite}
	cells, err := drawnReader(t).Read(drawn(stones))
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range cells {
		want := '.'
		switch stones[[2]int{i % 15, i / 15}] {
		case drawnBlack:
			want = 'x'
		case drawnWhite:
			want = 'o'
		}
		if got := c.Rune(); got != want {
			t.Errorf("point (%d, %d) is %c, want %c: %+v", i%15, i/15, got, want, c)
		}
		if sum := c.Black + c.White + c.Empty; sum < 0.999 || sum > 1.001 {
			t.Errorf("point (%d, %d): likelihoods add up to %v", i%15, i/15, sum)
		}
	}
}

// A reader that has seen other pictures must say the same as a new one: skipping what has
// not changed must never show.
func TestReaderHasNoMemory(t *testing.T) {
	first := drawn(map[[2]int][3]byte{{4, 4}: drawnBlack, {5, 4}: drawnWhite})
	second := drawn(map[[2]int][3]byte{{5, 4}: drawnBlack, {9, 9}: drawnWhite})
	old := drawnReader(t)
	for _, picture := range [][]byte{first, second, first, second} {
		got, err := old.Read(picture)
		if err != nil {
			t.Fatal(err)
		}
		want, err := drawnReader(t).Read(picture)
		if err != nil {
			t.Fatal(err)
		}
		for i := range want {
			if got[i].Rune() != want[i].Rune() {
				t.Errorf("point %d: %c with a memory, %c without", i, got[i].Rune(), want[i].Rune())
			}
		}
	}
}

// Exposure and white balance must not change what is read.
func TestReaderSurvivesExposure(t *testing.T) {
	stones := map[[2]int][3]byte{{2, 3}: drawnBlack, {10, 5}: drawnWhite}
	picture := drawn(stones)
	for _, gain := range [][3]int{{100, 100, 100}, {60, 60, 60}, {40, 40, 40}, {110, 110, 110}, {70, 90, 108}} {
		lit := make([]byte, len(picture))
		for i, v := range picture {
			lit[i] = byte(min(int(v)*gain[i%3]/100, 255))
		}
		cells, err := drawnReader(t).Read(lit)
		if err != nil {
			t.Fatal(err)
		}
		for at, color := range stones {
			want := 'x'
			if color == drawnWhite {
				want = 'o'
			}
			if got := cells[at[1]*15+at[0]].Rune(); got != want {
				t.Errorf("gain %v: point %v is %c, want %c", gain, at, got, want)
			}
		}
	}
}

// What lies outside the picture cannot be told, whatever the rim of the picture looks like.
func TestReaderDoesNotTellWhatThePictureDoesNotShow(t *testing.T) {
	g, err := vision.NewGrid(15, [4][2]float64{{40, 40}, {520, 40}, {520, 460}, {40, 460}})
	if err != nil {
		t.Fatal(err)
	}
	r, err := NewReader(g, drawnSide, drawnSide)
	if err != nil {
		t.Fatal(err)
	}
	cells, err := r.Read(drawn(nil))
	if err != nil {
		t.Fatal(err)
	}
	for row := range 15 {
		if got := cells[row*15+14].Rune(); got != '?' {
			t.Errorf("point (14, %d) outside the picture is %c", row, got)
		}
	}
}

func TestReaderRefusesAnotherSize(t *testing.T) {
	if _, err := drawnReader(t).Read(make([]byte, 3*10*10)); err == nil {
		t.Error("a picture of another size was read")
	}
	if _, err := NewReader(vision.Grid{}, 640, 480); err == nil {
		t.Error("a reader without a grid was made")
	}
}

func TestLoadRefusesOtherWeights(t *testing.T) {
	for _, data := range [][]byte{nil, trainedNear[:len(trainedNear)-1], append(append([]byte(nil), trainedNear...), 0), trainedWide} {
		if _, err := Load(Near, data); err == nil {
			t.Errorf("%d bytes of weights were loaded, want an error", len(data))
		}
	}
	for i, data := range [2][]byte{trainedNear, trainedWide} {
		n, err := Load(shapes[i], data)
		if err != nil {
			t.Fatal(err)
		}
		if string(n.Store()) != string(data) {
			t.Error("weights do not come back as they were stored")
		}
	}
}

func BenchmarkReadQuiet(b *testing.B) {
	r, picture := drawnReader(b), drawn(nil)
	if _, err := r.Read(picture); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := r.Read(picture); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReadHand(b *testing.B) {
	r := drawnReader(b)
	stones := map[[2]int][3]byte{}
	for i := range 20 {
		stones[[2]int{5 + i%5, 5 + i/5}] = drawnWhite
	}
	pictures := [2][]byte{drawn(nil), drawn(stones)}
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		if _, err := r.Read(pictures[i%2]); err != nil {
			b.Fatal(err)
		}
		i++
	}
}
