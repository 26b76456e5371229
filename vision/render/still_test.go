package render

import (
	"bytes"
	"math"
	"testing"

	"shinpan/board"
)

func TestTheSameSeedGivesTheSamePicture(t *testing.T) {
	a, ta := Still(7).Shoot()
	b, tb := Still(7).Shoot()
	if !bytes.Equal(a.BGR, b.BGR) || ta.Corners != tb.Corners {
		t.Error("two pictures of seed 7 differ")
	}
	if c, _ := Still(8).Shoot(); bytes.Equal(a.BGR, c.BGR) {
		t.Error("seeds 7 and 8 give the same picture")
	}
}

// The truth must be true: the grid shows the corners and the stones where the scene has them.
func TestTruthAgreesWithTheScene(t *testing.T) {
	for seed := range uint64(30) {
		s := Still(seed)
		tr := s.truth(newCanvas(s.cam.w, s.cam.h))
		g, err := tr.Grid()
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for row := range s.Size {
			for col := range s.Size {
				p := tr.Side.Point(col, row, s.Size)
				x, y, _ := s.cam.project(s.place(p))
				gx, gy := g.Pixel(float64(col), float64(row))
				if math.Hypot(x-gx, y-gy) > 0.2 {
					t.Fatalf("seed %d: %v lies at (%.1f, %.1f), the grid has it at (%.1f, %.1f)", seed, p, x, y, gx, gy)
				}
				if x < 1 || y < 1 || x > float64(s.cam.w-2) || y > float64(s.cam.h-2) {
					t.Errorf("seed %d: %v is outside the picture", seed, p)
				}
				want := board.Empty.Rune()
				if i := s.at(p); i >= 0 {
					want = s.stones[i].Color.Rune()
				}
				if got := rune(tr.SeenRows()[row][col]); got != want {
					t.Errorf("seed %d: %v is %c, the rows as seen have %c", seed, p, want, got)
				}
			}
		}
		if tr.Tilt > 62 {
			t.Errorf("seed %d: the camera is tilted by %.0f degrees", seed, tr.Tilt)
		}
	}
}

// Stones lie up to 0.35 off their points and do not stand in each other.
func TestStonesHaveRoom(t *testing.T) {
	for seed := range uint64(30) {
		s := Still(seed)
		for i := range s.stones {
			a := &s.stones[i]
			if math.Abs(a.X) > 0.351 || math.Abs(a.Y) > 0.351 {
				t.Errorf("seed %d: the stone on %v lies (%.2f, %.2f) off", seed, a.Point, a.X, a.Y)
			}
			for j := range i {
				b := &s.stones[j]
				d := math.Hypot(a.body.at.x-b.body.at.x, a.body.at.y-b.body.at.y)
				if d < 0.93*(a.body.radius+b.body.radius) {
					t.Errorf("seed %d: %v and %v are %.2f apart", seed, a.Point, b.Point, d)
				}
			}
		}
	}
}

func BenchmarkStill(b *testing.B) {
	for b.Loop() {
		Still(22).Shoot() // 1280×720
	}
}

// What stands on the table behind a thick board does not show through it.
func TestBoardsHideWhatIsBehind(t *testing.T) {
	for seed := range uint64(25) {
		s := Still(seed)
		if s.board.thick < 0.5 {
			continue
		}
		s.things = nil
		for range 12 {
			d := newDice(seed, uint64(len(s.things)+500))
			s.things = append(s.things, s.strayStone(d, s.beside(d, 0.1)))
		}
		c := newCanvas(s.cam.w, s.cam.h)
		s.paint(c, s.cam.frame())
		for row := range s.Size {
			for col := range s.Size {
				x, y, _ := s.cam.project(s.place(board.At(col, row)))
				if c.owner[int(y+0.5)*c.w+int(x+0.5)] == ofThing {
					t.Fatalf("seed %d: a stone on the table shows on %v", seed, board.At(col, row))
				}
			}
		}
	}
}

// An arm that would go through the camera is left out.
func TestNoArmInTheCamera(t *testing.T) {
	s := Still(3)
	over := s.cam.at.add(s.cam.forward.times(2))
	h := &hand{person: newPerson(newDice(3, 1)), bones: []bone{{a: over, b: s.cam.at.add(vec{z: 5}), ra: 1, rb: 1}}}
	h.bones[0].ready()
	if a := h.bones[0].seen(&s.cam); !a.empty() {
		t.Errorf("an arm through the camera is seen in %v", a)
	}
}

// What lies behind the camera is not seen.
func TestNothingBehindTheCamera(t *testing.T) {
	s := Still(3)
	behind := s.cam.at.sub(s.cam.forward.times(8))
	for _, sh := range []shape{&ball{at: behind, radius: 2, half: 2, floor: -99}, &tube{at: behind, radius: 2, half: 2}, &disc{at: behind, radius: 2}} {
		for y := 0; y < s.cam.h; y += 40 {
			for x := 0; x < s.cam.w; x += 40 {
				if cover, _ := sh.hit(s.cam.at, s.cam.ray(float64(x), float64(y)), 1/s.cam.focal); cover > 0 {
					t.Fatalf("a %T behind the camera shows at (%d, %d)", sh, x, y)
				}
			}
		}
	}
}
