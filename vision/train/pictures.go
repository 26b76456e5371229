package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"image"
	_ "image/jpeg" // decoders of the pictures
	_ "image/png"
	"os"
	"path/filepath"

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
	// pitch, where that is known.
	off map[[2]int][2]float32
}

// listed is one line of the list of pictures.
type listed struct {
	Picture string      `json:"picture"`
	Grid    vision.Grid `json:"grid"`
	Rows    []string    `json:"rows"`
}

// loadList reads and decodes the pictures of a list, whose paths are relative to dir.
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
	p := &picture{name: l.Picture, w: b.Dx(), h: b.Dy(), grid: l.Grid, rows: l.Rows, off: map[[2]int][2]float32{}}
	p.pixels = make([]byte, 0, 3*p.w*p.h)
	for y := range p.h {
		for x := range p.w {
			r, g, bl, _ := img.At(b.Min.X+x, b.Min.Y+y).RGBA()
			p.pixels = append(p.pixels, byte(bl>>8), byte(g>>8), byte(r>>8))
		}
	}
	p.loadOffsets(filepath.Join(filepath.Dir(path), "truth.json"))
	return p, nil
}

// loadOffsets reads where the stones really lie, if that is known beside the picture.
func (p *picture) loadOffsets(path string) {
	data, err := os.ReadFile(path)
	if err != nil {
		return
	}
	var truth struct {
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
}
