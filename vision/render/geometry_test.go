package render

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func drawVec(t *rapid.T, name string, low, high float64) vec {
	f := rapid.Float64Range(low, high)
	return vec{f.Draw(t, name+".x"), f.Draw(t, name+".y"), f.Draw(t, name+".z")}
}

// What a ray sees of a place is the pixel that shows the place.
func TestRayUndoesProject(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := &Scene{Size: 15, board: slab{ink: ink{size: 15, ax: 1, ay: 1}}}
		s.placeCamera(newDice(rapid.Uint64().Draw(t, "seed"), chanceCamera), frames)
		p := drawVec(t, "place", -7, 7)
		p.z = 0
		x, y, depth := s.cam.project(p)
		got := s.cam.at.add(s.cam.ray(x, y).times(depth))
		if off := got.sub(p).length(); off > 0.02 {
			t.Fatalf("%v is shown at (%.1f, %.1f), where the ray ends at %v, %.3f away", p, x, y, got, off)
		}
	})
}

// Where a ray meets a bone lies on the bone's skin, and its normal looks at the ray.
func TestRaysMeetBonesOnTheirSkin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := bone{a: drawVec(t, "a", -5, 5), b: drawVec(t, "b", -5, 5), ra: rapid.Float64Range(0.2, 2).Draw(t, "ra"), rb: rapid.Float64Range(0.2, 2).Draw(t, "rb")}
		if b.b.sub(b.a).length() < math.Abs(b.ra-b.rb)+0.1 {
			t.Skip("one end is inside the other")
		}
		b.ready()
		from := vec{z: 30}.add(drawVec(t, "from", -3, 3))
		d := b.a.add(b.b.sub(b.a).times(0.4)).add(drawVec(t, "aim", -1.5, 1.5)).sub(from).unit()
		far, n, along, ok := b.hit(from, d)
		if !ok {
			return
		}
		p := from.add(d.times(far))
		middle := b.a.add(b.b.sub(b.a).times(along))
		radius := b.ra + (b.rb-b.ra)*along
		if off := p.sub(middle).length() - radius; math.Abs(off) > 1e-6 {
			t.Fatalf("hit is %.6f off the skin", off)
		}
		if math.Abs(n.length()-1) > 1e-6 || n.dot(d) > 1e-6 {
			t.Fatalf("normal %v, ray %v", n, d)
		}
	})
}

// Shadows hold light back where the light cannot come, and never more than all of it.
func TestShadowsOnlyDarken(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := newVeil(10, 10, 4)
		l := panel(rapid.Float64Range(0.3, 1.5).Draw(t, "elevation"), rapid.Float64Range(0, 6).Draw(t, "azimuth"), rapid.Float64Range(20, 200).Draw(t, "far"), 5, 5)
		l.settle()
		at := drawVec(t, "at", -8, 8)
		at.z = rapid.Float64Range(0.2, 4).Draw(t, "high")
		v.ball(&l, at, 0.5, 0.2, 0, 1)
		v.bar(&l, at, at.add(vec{3, 0, 1}), 0.5, 0.7, 0)
		x, y := l.onto(at, 0)
		if math.Abs(x) < 9 && math.Abs(y) < 9 && v.at(x, y) > 0.9 {
			t.Fatalf("no shadow of %v at (%.1f, %.1f)", at, x, y)
		}
		for _, k := range v.open {
			if k < 0 || k > 1 {
				t.Fatalf("%v of the light gets through", k)
			}
		}
	})
}

// A board that is pushed and pushed back lies where it lay.
func TestPushAndBack(t *testing.T) {
	s := Still(5)
	x, y, _ := s.cam.project(vec{3, 4, 0})
	color := s.table.color(11, -12, 0.1)
	turn := 0.04
	by := vec{0.7, -0.3, 0}
	s.push(by, turn)
	if nx, ny, _ := s.cam.project(vec{3, 4, 0}); math.Hypot(nx-x, ny-y) < 3 {
		t.Error("a pushed board is seen where it was")
	}
	// Back again: in the board's own directions after the turn.
	sn, cs := math.Sincos(-turn)
	s.push(vec{-(by.x*cs - by.y*sn), -(by.x*sn + by.y*cs), 0}, -turn)
	if nx, ny, _ := s.cam.project(vec{3, 4, 0}); math.Hypot(nx-x, ny-y) > 1e-6 {
		t.Errorf("the board is seen at (%.2f, %.2f), it was at (%.2f, %.2f)", nx, ny, x, y)
	}
	if back := s.table.color(11, -12, 0.1); math.Abs(back.r-color.r) > 1e-6 {
		t.Errorf("the table is %v, it was %v", back, color)
	}
}
