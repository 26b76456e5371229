package opencv

import (
	"fmt"
	"image"
	"math/rand/v2"
	"os"
	"testing"

	"gocv.io/x/gocv"
)

// variants are ways to take the same photograph otherwise.
var variants = []struct {
	name   string
	change func(m *gocv.Mat, tr truth) truth
}{
	{"as it is", func(_ *gocv.Mat, tr truth) truth { return tr }},
	{"turned by 90", func(m *gocv.Mat, tr truth) truth {
		h := float64(m.Rows())
		gocv.Rotate(*m, m, gocv.Rotate90Clockwise)
		return tr.moved(func(x, y float64) (float64, float64) { return h - 1 - y, x })
	}},
	{"turned by 180", func(m *gocv.Mat, tr truth) truth {
		w, h := float64(m.Cols()), float64(m.Rows())
		gocv.Rotate(*m, m, gocv.Rotate180Clockwise)
		return tr.moved(func(x, y float64) (float64, float64) { return w - 1 - x, h - 1 - y })
	}},
	{"turned by 270", func(m *gocv.Mat, tr truth) truth {
		w := float64(m.Cols())
		gocv.Rotate(*m, m, gocv.Rotate90CounterClockwise)
		return tr.moved(func(x, y float64) (float64, float64) { return y, w - 1 - x })
	}},
	{"mirrored", func(m *gocv.Mat, tr truth) truth {
		w := float64(m.Cols())
		gocv.Flip(*m, m, 1)
		tr = tr.moved(func(x, y float64) (float64, float64) { return w - 1 - x, y })
		c := tr.corners
		tr.corners = [4][2]float64{c[1], c[0], c[3], c[2]}
		rows := make([]string, tr.size)
		for r, row := range tr.rows {
			for i := range row {
				rows[r] += string(row[tr.size-1-i])
			}
		}
		tr.rows = rows
		return tr
	}},
	{"darker", lit(0.8)},
	{"brighter", lit(1.15)},
	{"smaller", sized(0.8)},
	{"larger", sized(1.5)},
	{"grainy", func(m *gocv.Mat, tr truth) truth {
		d := rand.New(rand.NewPCG(3, uint64(tr.size)))
		pixels, _ := m.DataPtrUint8()
		for i, v := range pixels {
			pixels[i] = byte(min(max(float64(v)+4*d.NormFloat64(), 0), 255))
		}
		return tr
	}},
}

// lit multiplies the light.
func lit(by float32) func(m *gocv.Mat, tr truth) truth {
	return func(m *gocv.Mat, tr truth) truth {
		m.MultiplyFloat(by)
		return tr
	}
}

// sized makes a picture larger or smaller.
func sized(by float64) func(m *gocv.Mat, tr truth) truth {
	return func(m *gocv.Mat, tr truth) truth {
		how := gocv.InterpolationArea
		if by > 1 {
			how = gocv.InterpolationCubic
		}
		gocv.Resize(*m, m, image.Pt(0, 0), by, by, how)
		return tr.moved(func(x, y float64) (float64, float64) { return (x+0.5)*by - 0.5, (y+0.5)*by - 0.5 })
	}
}

// moved is the truth of a picture whose pixels went elsewhere.
func (tr truth) moved(to func(x, y float64) (float64, float64)) truth {
	for i, c := range tr.corners {
		tr.corners[i][0], tr.corners[i][1] = to(c[0], c[1])
	}
	return tr
}

// TestPhotographsTakenOtherwise reads photographs with bowls and hands over the board's edge
// turned, mirrored, in other light, size and grain.
func TestPhotographsTakenOtherwise(t *testing.T) {
	needData(t)
	few, most := 3, 10 // of a hundred boards so many may not be read entirely
	patterns := []string{"photos/gomoku-robot/*.board.txt"}
	if os.Getenv("SHINPAN_LONG") != "" {
		few = 1
		patterns = append(patterns, "photos/gomrade/*.board.txt", "photos/goban_scanner/*.board.txt")
	} else {
		t.Log("a few photographs only; the long run with SHINPAN_LONG=1 reads all in every way")
	}
	var all score
	n := 0
	for _, v := range variants {
		var s score
		for _, pattern := range patterns {
			for _, tr := range loadTruths(t, pattern) {
				if n++; n%few == 0 {
					readVariant(t, tr, v.name, v.change, &s)
				}
			}
		}
		if s.boards > 0 {
			t.Logf("| %-14s | %v |", v.name, s)
		}
		all.boards, all.found, all.right = all.boards+s.boards, all.found+s.found, all.right+s.right
		all.points, all.wrong = all.points+s.points, all.wrong+s.wrong
	}
	if 100*(all.boards-all.right) > most*all.boards || 20000*all.wrong > all.points {
		t.Errorf("%d of %d photographs read entirely, %d of %d points wrong in silence: want all but %d %% and one in 20,000",
			all.right, all.boards, all.wrong, all.points, most)
	}
}

func readVariant(t *testing.T, tr truth, name string, change func(*gocv.Mat, truth) truth, s *score) {
	t.Helper()
	frame := tr.image(t)
	defer func() { _ = frame.Close() }()
	tr = change(&frame, tr)
	tr.name = fmt.Sprintf("%s %s", tr.name, name)
	readFrame(t, tr, frame, false, s)
}
