package render

import (
	"encoding/json"
	"fmt"
	"image"
	"image/jpeg"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"shinpan/board"
)

// TestWritePictures writes stills with their truth, in the form of ../shared/data/stills,
// into the folder named by SHINPAN_RENDER, and beside them pictures.jsonl, the list that
// vision/train reads. SHINPAN_SEEDS are the first seed and how many, "1 200" for instance.
// Seeds from 500000 to 509999 are left out of the list: the eye is measured on those.
func TestWritePictures(t *testing.T) {
	dir := os.Getenv("SHINPAN_RENDER")
	if dir == "" {
		t.Skip("writes pictures only where SHINPAN_RENDER names a folder")
	}
	from, many := uint64(1), 20
	if _, err := fmt.Sscan(os.Getenv("SHINPAN_SEEDS"), &from, &many); err != nil {
		t.Logf("seeds 1 to 20: SHINPAN_SEEDS has no two numbers")
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	list, err := os.Create(filepath.Join(dir, "pictures.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for seed := from; seed < from+uint64(many); seed++ {
		picture, truth := Still(seed).Shoot()
		name := fmt.Sprintf("r%06d", seed)
		if err := writePicture(filepath.Join(dir, name), picture, truth); err != nil {
			t.Fatal(err)
		}
		if seed/10000 == 50 {
			continue
		}
		grid, err := truth.Grid()
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		line := map[string]any{"picture": name + "/image.jpg", "grid": grid, "rows": truth.labels(truth.SeenRows())}
		if err := json.NewEncoder(list).Encode(line); err != nil {
			t.Fatal(err)
		}
	}
	if err := list.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestWriteFilms writes films as folders of pictures, which eye watch plays, each with its
// truth beside it in the form of ../shared/data/videos, into the folder named by
// SHINPAN_FILMS. SHINPAN_SEEDS are the first seed and how many.
func TestWriteFilms(t *testing.T) {
	dir := os.Getenv("SHINPAN_FILMS")
	if dir == "" {
		t.Skip("writes films only where SHINPAN_FILMS names a folder")
	}
	from, many := uint64(1), 1
	if _, err := fmt.Sscan(os.Getenv("SHINPAN_SEEDS"), &from, &many); err != nil {
		t.Logf("seed 1 only: SHINPAN_SEEDS has no two numbers")
	}
	for seed := from; seed < from+uint64(many); seed++ {
		name := filepath.Join(dir, fmt.Sprintf("f%06d", seed))
		if err := os.MkdirAll(name, 0o755); err != nil {
			t.Fatal(err)
		}
		r := NewRecording(seed, FilmMoves)
		for n := 0; ; n++ {
			p, ok := r.Next()
			if !ok {
				break
			}
			if err := writeJPEG(filepath.Join(name, fmt.Sprintf("%05d.jpg", n)), p); err != nil {
				t.Fatal(err)
			}
		}
		truth, err := json.MarshalIndent(filmTruth(r), "", " ")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name+".json", truth, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// fromEdge counts pixels from the corner of the picture, as the files do.
func fromEdge(c [4][2]float64) [4][2]float64 {
	for i := range c {
		c[i][0], c[i][1] = c[i][0]+0.5, c[i][1]+0.5
	}
	return c
}

func filmTruth(r *Recording) map[string]any {
	events := []map[string]any{}
	for _, e := range r.Events {
		m := map[string]any{"frame": e.Frame, "t": e.At, "type": e.Type}
		if e.Point != board.NoPoint {
			m["color"], m["point"] = e.Color, e.Point
		}
		if e.Type == "move" {
			m["from"], m["to"] = e.From, e.Point
		}
		if e.Type == "bump" {
			m["corners_px"] = fromEdge(e.Corners)
		}
		events = append(events, m)
	}
	w, h := r.Frame()
	return map[string]any{
		"seed": r.Start.Seed, "size": r.Size, "fps": r.FPS, "frame_size": [2]int{w, h}, "frames": r.number,
		"corners_px": fromEdge(r.Start.Corners), "black_side": r.Side(), "initial": r.Initial, "final": r.Rows, "events": events,
		"scene": map[string]any{"board": r.Start.Board, "stones": r.Start.Set, "table": r.Start.Table, "tilt_deg": r.Start.Tilt, "azimuth_deg": r.Start.Azimuth, "k1": r.Start.Lens.K1},
	}
}

func writeJPEG(path string, p Picture) error {
	img := image.NewRGBA(image.Rect(0, 0, p.W, p.H))
	for i := range p.W * p.H {
		copy(img.Pix[4*i:], []byte{p.BGR[3*i+2], p.BGR[3*i+1], p.BGR[3*i], 255})
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := jpeg.Encode(f, img, &jpeg.Options{Quality: 96}); err != nil {
		return err
	}
	return f.Close()
}

// labels are rows as seen with '?' where most of a point is hidden.
func (t *Truth) labels(rows []string) []string {
	out := make([]string, len(rows))
	for row := range rows {
		line := []rune(rows[row])
		for col := range line {
			if _, hidden := t.At(t.Side.Point(col, row, t.Size)); hidden > 0.6 {
				line[col] = '?'
			}
		}
		out[row] = string(line)
	}
	return out
}

// writePicture writes image.jpg, board.txt and truth.json. Their pixels count from the
// corner of the picture, not from the middle of its first pixel.
func writePicture(dir string, p Picture, t Truth) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if err := writeJPEG(filepath.Join(dir, "image.jpg"), p); err != nil {
		return err
	}
	c := fromEdge(t.Corners)
	text := fmt.Sprintf("%d\n%s\ncorners", t.Size, strings.Join(t.Rows, "\n"))
	for _, p := range c {
		text += fmt.Sprintf(" %.2f %.2f", p[0], p[1])
	}
	if err := os.WriteFile(filepath.Join(dir, "board.txt"), []byte(text+"\n"), 0o644); err != nil {
		return err
	}
	stones := []map[string]any{}
	for _, s := range t.Stones {
		stones = append(stones, map[string]any{"color": s.Color, "point": s.Point, "px": [2]float64{s.PX[0] + 0.5, s.PX[1] + 0.5}, "off": [2]float64{s.X, s.Y}})
	}
	truth, err := json.Marshal(map[string]any{
		"seed": t.Seed, "size": t.Size, "frame_size": [2]int{t.W, t.H}, "corners_px": c, "black_side": t.Side, "final": t.Rows,
		"scene":  map[string]any{"board": t.Board, "stones": t.Set, "table": t.Table, "tilt_deg": t.Tilt, "azimuth_deg": t.Azimuth, "k1": t.Lens.K1},
		"stones": stones, "hidden": t.Hidden,
	})
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "truth.json"), truth, 0o644)
}
