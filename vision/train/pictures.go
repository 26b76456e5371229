package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"image"
	"image/draw"
	_ "image/jpeg" // decoders of the pictures
	_ "image/png"
	"os"
	"path/filepath"
	"strings"

	"shinpan/vision"
)

// picture is one labelled picture, decoded.
type picture struct {
	name   string
	w, h   int
	pixels []byte // blue, green, red
	grid   vision.Grid
	rows   []string
	// off is how far the stone on a point lies off it, right and down in parts of the
	// pitch, where that is known; hidden how much of a point something covers, 0 to 1.
	off    map[[2]int][2]float32
	hidden map[[2]int]float32
}

// listed is one line of the list of pictures.
type listed struct {
	Picture string      `json:"picture"`
	Grid    vision.Grid `json:"grid"`
	Rows    []string    `json:"rows"`
}

// loadLists reads and decodes the pictures of lists separated by commas. Each may name the
// directory its paths are relative to, LIST@DIRECTORY; without one it is the list's own.
func loadLists(lists string) (all []*picture, err error) {
	for _, name := range strings.Split(lists, ",") {
		list, dir, named := strings.Cut(name, "@")
		if !named {
			dir = filepath.Dir(list)
		}
		some, err := loadList(list, dir)
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	return all, nil
}

func loadList(list, dir string) ([]*picture, error) {
	f, err := os.Open(list)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	var out []*picture
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		var l listed
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", list, n, err)
		}
		p, err := decode(l, dir)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", list, n, err)
		}
		out = append(out, p)
	}
	return out, lines.Err()
}

func decode(l listed, dir string) (*picture, error) {
	path := filepath.Join(dir, l.Picture)
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	img, _, err := image.Decode(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	b := img.Bounds()
	p := &picture{
		name: l.Picture, w: b.Dx(), h: b.Dy(), grid: l.Grid, rows: l.Rows,
		off: map[[2]int][2]float32{}, hidden: map[[2]int]float32{},
	}
	rgba := image.NewRGBA(image.Rect(0, 0, p.w, p.h))
	draw.Draw(rgba, rgba.Bounds(), img, b.Min, draw.Src)
	p.pixels = make([]byte, 0, 3*p.w*p.h)
	for i := 0; i < len(rgba.Pix); i += 4 {
		p.pixels = append(p.pixels, rgba.Pix[i+2], rgba.Pix[i+1], rgba.Pix[i])
	}
	p.loadTruth(filepath.Join(filepath.Dir(path), "truth.json"))
	return p, nil
}

// loadTruth reads where the stones really lie and what is hidden, if that is known beside
// the picture.
func (p *picture) loadTruth(path string) {
	data, err := os.ReadFile(path)
	if err != nil {
		return
	}
	var truth struct {
		Side   vision.BlackSide `json:"black_side"`
		Hidden []float32        `json:"hidden"`
		Stones []struct {
			Px [2]float64 `json:"px"`
		} `json:"stones"`
	}
	if json.Unmarshal(data, &truth) != nil {
		return
	}
	for _, s := range truth.Stones {
		col, row := p.grid.Locate(s.Px[0]-0.5, s.Px[1]-0.5)
		c, r := int(col+0.5), int(row+0.5)
		p.off[[2]int{c, r}] = [2]float32{float32(col) - float32(c), float32(row) - float32(r)}
	}
	size := p.grid.Size
	if len(truth.Hidden) != size*size {
		p.estimateHidden()
		return
	}
	for i := range truth.Hidden {
		at := truth.Side.Point(i%size, i/size, size)
		p.hidden[[2]int{i % size, i / size}] = truth.Hidden[at.Row()*size+at.Col()]
	}
}

// untellable is how far a point of which so much is hidden cannot be told, 0 to 1.
func untellable(hidden float32) float32 { return min(max((hidden-0.35)/0.3, 0), 1) }
