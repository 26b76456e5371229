package opencv

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gocv.io/x/gocv"
)

// dataDir is where labelled pictures lie, from this package.
const dataDir = "../../../shared/data"

// truth is one labelled picture: rows of '.', 'x', 'o' and '?' (not labelled), and the
// pixels of the corner points of rows[0] and rows[size-1], clockwise from its first letter.
type truth struct {
	name    string
	picture string
	size    int
	rows    []string
	corners [4][2]float64
}

// needData skips the test, loudly, where the labelled pictures are absent.
func needData(t testing.TB) {
	t.Helper()
	if _, err := os.Stat(dataDir); err != nil {
		t.Skip("SKIPPED: no labelled pictures: ../shared/data is absent (beside the repository)")
	}
}

// loadTruths reads the labels whose paths match the pattern under dataDir.
func loadTruths(t testing.TB, pattern string) []truth {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dataDir, pattern))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no labels match %s in ../shared/data: %v", pattern, err)
	}
	var out []truth
	for _, p := range paths {
		tr, err := loadTruth(p)
		if err != nil {
			t.Fatalf("%s: %v", p, err)
		}
		out = append(out, tr)
	}
	return out
}

func loadTruth(path string) (truth, error) {
	tr := truth{name: filepath.Base(filepath.Dir(path)), picture: filepath.Join(filepath.Dir(path), "image.jpg")}
	if name, ok := strings.CutSuffix(path, ".board.txt"); ok && filepath.Base(path) != "board.txt" {
		tr.picture = name
		tr.name += "/" + filepath.Base(name)
	}
	f, err := os.Open(path)
	if err != nil {
		return tr, err
	}
	defer func() { _ = f.Close() }()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		line := strings.TrimSpace(lines.Text())
		switch {
		case tr.size == 0:
			_, err = fmt.Sscan(line, &tr.size)
		case strings.HasPrefix(line, "corners"):
			c := &tr.corners
			text := strings.NewReplacer("corners:", "", "corners", "", ",", " ").Replace(line)
			_, err = fmt.Sscan(text, &c[0][0], &c[0][1], &c[1][0], &c[1][1], &c[2][0], &c[2][1], &c[3][0], &c[3][1])
		case len(line) == tr.size:
			tr.rows = append(tr.rows, line)
		}
		if err != nil {
			return tr, err
		}
	}
	if len(tr.rows) != tr.size || tr.corners == [4][2]float64{} {
		return tr, fmt.Errorf("%d rows of %d, corners %v", len(tr.rows), tr.size, tr.corners)
	}
	return tr, lines.Err()
}

// turned is the truth with its rows and corners turned k quarters, so that corner k comes
// first.
func (tr truth) turned(k int) truth {
	for range k {
		n := tr.size
		rows := make([]string, n)
		for r := range n {
			row := make([]byte, n)
			for c := range n {
				row[c] = tr.rows[c][n-1-r]
			}
			rows[r] = string(row)
		}
		c := tr.corners
		tr.rows, tr.corners = rows, [4][2]float64{c[1], c[2], c[3], c[0]}
	}
	return tr
}

// asSeen is the truth turned so that its corners come in the order of the found ones, and
// the largest distance between the two in parts of the pitch.
func (tr truth) asSeen(found [4][2]float64) (truth, float64) {
	k, off := tr.nearest(found)
	return tr.turned(k), off
}

// nearest is by how many quarters the corners must be turned to come as near as possible
// to the found ones, and the largest distance then, in parts of the pitch.
func (tr truth) nearest(found [4][2]float64) (turn int, off float64) {
	a, b := tr.corners[0], tr.corners[2]
	pitch := math.Hypot(a[0]-b[0], a[1]-b[1]) / float64(tr.size-1) / math.Sqrt2
	off = math.Inf(1)
	for k := range 4 {
		d := 0.0
		for i, f := range found {
			c := tr.corners[(i+k)%4]
			d = math.Max(d, math.Hypot(c[0]-f[0], c[1]-f[1])/pitch)
		}
		if d < off {
			turn, off = k, d
		}
	}
	return turn, off
}

// image loads the picture as stored; the caller closes it.
func (tr truth) image(t testing.TB) gocv.Mat {
	t.Helper()
	m := gocv.IMRead(tr.picture, gocv.IMReadColor|gocv.IMReadIgnoreOrientation)
	if m.Empty() {
		t.Fatalf("%s: cannot decode %s", tr.name, tr.picture)
	}
	return m
}
