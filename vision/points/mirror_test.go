package points

import "testing"

var shapes = [2]Shape{Near, Wide}

// A bright spot off the point must move in the mirrored look as its offset says.
func TestMirrorMovesSpotAndOffsetAlike(t *testing.T) {
	const dx, dy = 2, 1
	for _, shape := range shapes {
		in, out := make([]float32, shape.Inputs()), make([]float32, shape.Inputs())
		in[((shape.Half+dy)*shape.Side()+shape.Half+dx)*lookDepth] = 1
		for s := range Symmetries {
			NewTurns(shape).Mirror(s, in, out)
			mx, my := MirrorOffset(s, dx, dy)
			if at := ((shape.Half+int(my))*shape.Side() + shape.Half + int(mx)) * lookDepth; out[at] != 1 {
				t.Errorf("symmetry %d: the spot is not at (%v, %v)", s, mx, my)
			}
		}
	}
}

func TestMirrorKeepsEveryInput(t *testing.T) {
	for _, shape := range shapes {
		for s, turn := range NewTurns(shape) {
			seen := make([]bool, shape.Inputs())
			for _, from := range turn {
				seen[from] = true
			}
			for i, ok := range seen {
				if !ok {
					t.Fatalf("symmetry %d loses input %d", s, i)
				}
			}
		}
	}
}

// "On the left edge" and "the camera looks to the left" must follow the turn of the look.
func TestMirrorMovesSides(t *testing.T) {
	want := [Symmetries]int{0, 1, 2, 3, 0, 1, 2, 3}
	for _, shape := range shapes {
		inputs := shape.Inputs()
		for _, left := range [2]int{inputs - shape.Known() + bareValues, inputs - edgeValues} {
			in, out := make([]float32, inputs), make([]float32, inputs)
			in[left] = 1
			for s := range Symmetries {
				NewTurns(shape).Mirror(s, in, out)
				x, y := MirrorOffset(s, -1, 0)
				side := map[[2]float32]int{{-1, 0}: 0, {0, -1}: 1, {1, 0}: 2, {0, 1}: 3}[[2]float32{x, y}]
				if out[left+side] != 1 || side != want[s] {
					t.Errorf("symmetry %d: left became %d, want %d", s, side, want[s])
				}
			}
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
