package main

import (
	"math"

	"shinpan/vision/points"
)

// example is one point as the network sees it, with the right answer.
type example struct {
	look   []float32
	class  int     // 0 black, 1 white, 2 empty
	hidden float32 // how far it cannot be told, 0 to 1: at 1 all three are as likely
	off    [2]float32
	hasOff bool
	arms   *points.Arms // for the network of lines: which lines meet on the point
}

// smooth keeps the network from being surer than its labels are.
const smooth = 0.004

// stoneLoss is the loss of an opinion about a stone, and its slope.
func stoneLoss(e *example, out, slope []float32) (loss float64) {
	p := points.Softmax([3]float32(out[:3]))
	for c := range 3 {
		want := float32(smooth)
		if c == e.class {
			want = 1 - 2*smooth
		}
		want += e.hidden * (1.0/3 - want)
		slope[c] = p[c] - want
		loss -= float64(want) * math.Log(math.Max(float64(p[c]/want), 1e-9))
	}
	if e.hasOff {
		for k := range 2 {
			slope[3+k] = 3 * (out[3+k] - e.off[k])
		}
	}
	return loss
}

// armsLoss is the loss of an opinion about lines, and its slope.
func armsLoss(arms *points.Arms, out, slope []float32) (loss float64) {
	for k, is := range arms {
		want := smooth + (1-2*smooth)*float64(is)
		p := 1 / (1 + math.Exp(-float64(out[k])))
		slope[k] = float32(p - want)
		loss -= want*math.Log(math.Max(p, 1e-9)) + (1-want)*math.Log(math.Max(1-p, 1e-9))
	}
	return loss
}
