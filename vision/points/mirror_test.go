package points

import "testing"

// A bright spot off the point must move in the mirrored look as its offset says.
func TestMirrorMovesSpotAndOffsetAlike(t *testing.T) {
	const dx, dy = 2, 1
	var in, out [Inputs]float32
	in[((lookHalf+dy)*lookSide+lookHalf+dx)*lookDepth] = 1
	for s := range Symmetries {
		Mirror(s, &in, &out)
		mx, my := MirrorOffset(s, dx, dy)
		if at := ((lookHalf+int(my))*lookSide + lookHalf + int(mx)) * lookDepth; out[at] != 1 {
			t.Errorf("symmetry %d: the spot is not at (%v, %v)", s, mx, my)
		}
	}
}

func TestMirrorKeepsEveryInput(t *testing.T) {
	for s := range Symmetries {
		var seen [Inputs]bool
		for _, from := range mirrors[s] {
			seen[from] = true
		}
		for i, ok := range seen {
			if !ok {
				t.Fatalf("symmetry %d loses input %d", s, i)
			}
		}
	}
}

// The flag "on the left edge" must follow the turn of the look.
func TestMirrorMovesEdges(t *testing.T) {
	var in, out [Inputs]float32
	in[Inputs-4] = 1 // left
	want := [Symmetries]int{0, 1, 2, 3, 0, 1, 2, 3}
	for s := range Symmetries {
		Mirror(s, &in, &out)
		x, y := MirrorOffset(s, -1, 0)
		edge := map[[2]float32]int{{-1, 0}: 0, {0, -1}: 1, {1, 0}: 2, {0, 1}: 3}[[2]float32{x, y}]
		if out[Inputs-4+edge] != 1 || edge != want[s] {
			t.Errorf("symmetry %d: left edge became %d, want %d", s, edge, want[s])
		}
	}
}

// The arm to the left must follow the turn of the look as the edge does.
func TestMirrorMovesArms(t *testing.T) {
	for s := range Symmetries {
		for k, step := range ArmSteps {
			var arms Arms
			arms[k] = 1
			x, y := MirrorOffset(s, float32(step[0]), float32(step[1]))
			for j, v := range MirrorArms(s, arms) {
				if want := ArmSteps[j] == [2]int{int(x), int(y)}; want != (v == 1) {
					t.Errorf("symmetry %d: arm %d goes to %v", s, k, MirrorArms(s, arms))
				}
			}
		}
	}
}
