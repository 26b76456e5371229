package clock

import (
	"fmt"
	"math/rand/v2"
	"os"
	"testing"
	"time"
)

// naive is a second clock, written the simplest way: it is fed thinking time in slices
// and eats it bit by bit, where Clock works everything out from the beginning of
// the turn. It shares only the numbers of the control with it.
type naive struct {
	c     Control
	who   [2]naiveSide
	turn  int
	lost  [2]bool
	at    time.Duration // thinking time of both so far
	fell  time.Duration
	asked bool
	done  bool
}

type naiveSide struct {
	main, period, thought, total time.Duration
	periods, stones, stage       int
	over                         bool
}

func newNaive(c Control) *naive {
	n := &naive{c: c}
	for i := range n.who {
		s := &n.who[i]
		s.main, s.period, s.periods = c.main, c.period, int(c.periods)
		switch c.system {
		case Byoyomi:
			s.over = c.main == 0
		case Canadian:
			s.over = c.main == 0
			s.stones = int(c.stones)
			if c.opening > 0 {
				s.stones = int(c.opening)
			}
		case Stages:
			s.main, s.stones = c.stages[0].time, int(c.stages[0].moves)
			if c.first {
				s.main += c.stages[0].increment
			}
		case Fischer:
			if c.first {
				s.main += c.bonus
			}
		}
	}
	return n
}

// eat lets the side on move think for d. A source that is empty is left only when
// more is needed: the tie at zero is the player's.
func (n *naive) eat(d time.Duration) {
	s, o := &n.who[n.turn], &n.who[1-n.turn]
	for d > 0 && !n.lost[n.turn] && !n.done {
		bite := n.bite(s, d)
		if bite == 0 {
			n.lost[n.turn], n.fell = true, n.at
			s.periods = 0
			return
		}
		d -= bite
		n.at += bite
		s.thought += bite
		s.total += bite
		if n.c.system == Hourglass {
			o.main += bite
		}
		if n.c.system == Quick && !n.c.each {
			o.main, o.over = s.main, s.over
		}
	}
}

// bite takes at most d from the first source that has something, 0 if none has.
func (n *naive) bite(s *naiveSide, d time.Duration) time.Duration {
	take := func(from *time.Duration) time.Duration {
		b := min(*from, d)
		*from -= b
		return b
	}
	switch n.c.system {
	case Quick:
		b := take(&s.period)
		if b > s.main {
			s.over = true
		}
		s.main -= min(s.main, b)
		return b
	case Delay:
		if s.thought < n.c.bonus {
			return min(n.c.bonus-s.thought, d)
		}
	}
	if s.main > 0 {
		return take(&s.main)
	}
	if n.c.system != Byoyomi && n.c.system != Canadian && n.c.system != Ing || n.c.opening > 0 && !s.over {
		return 0
	}
	s.over = true
	if s.period == 0 && s.periods > 1 {
		s.periods--
		s.period = n.c.period
	}
	return take(&s.period)
}

// press completes the move, by the letter of CLOCK.md section 2.
func (n *naive) press() {
	s, c := &n.who[n.turn], n.c
	gameTimeUp := s.over
	switch c.system {
	case Step:
		s.main = c.main
	case Byoyomi:
		s.period = c.period
	case Fischer:
		s.main += c.bonus
	case Bronstein:
		if s.thought < c.bonus {
			s.main += s.thought
		} else {
			s.main += c.bonus
		}
	case Title:
		s.main = s.main + s.thought - s.thought/time.Minute*time.Minute
	case Canadian:
		n.pressCanadian(s)
	case Stages:
		st := c.stages[s.stage]
		s.main += st.increment
		if st.moves > 0 {
			s.stones--
			if s.stones == 0 {
				s.stage = min(s.stage+1, int(c.count)-1)
				s.main += c.stages[s.stage].time
				s.stones = int(c.stages[s.stage].moves)
			}
		}
	case Quick:
		n.pressQuick(s, gameTimeUp)
	}
	s.thought = 0
	n.turn = 1 - n.turn
}

func (n *naive) pressCanadian(s *naiveSide) {
	if !s.over && n.c.opening == 0 {
		if s.main != 0 || s.thought != 0 {
			return
		}
		s.over = true
	}
	s.stones--
	if s.stones > 0 {
		return
	}
	rest := s.period
	if !s.over {
		rest = s.main
		s.main = 0
	}
	s.over = true
	s.stones, s.period = int(n.c.stones), n.c.period
	if n.c.carry {
		s.period += rest
	}
}

func (n *naive) pressQuick(s *naiveSide, gameTimeUp bool) {
	s.period = n.c.period
	switch {
	case n.asked:
		s.stones--
		s.period = n.c.extra
		n.done = n.who[0].stones == 0 && n.who[1].stones == 0
	case gameTimeUp:
		n.asked = true
		for i := range n.who {
			n.who[i].stones, n.who[i].period = int(n.c.stones), n.c.extra
		}
	}
}

// budget is how long the side on move can think on: found by eating from a copy.
func (n *naive) budget() time.Duration {
	c := *n
	c.eat(forever / 4)
	return c.at - n.at
}

// compare tells where the clock differs from the naive one.
func (n *naive) compare(k *Clock, at time.Duration) error {
	now := k.settled(at)
	for i := range n.who {
		a, b := &now.sides[i], &n.who[i]
		got := naiveSide{a.main, a.period, a.turn, a.used, int(a.periods), int(a.stones), int(a.stage), a.over}
		if got != *b {
			return fmt.Errorf("p%d is %+v, naively %+v", i+1, got, *b)
		}
		if a.flag != n.lost[i] {
			return fmt.Errorf("p%d: flag %v, naively %v", i+1, a.flag, n.lost[i])
		}
	}
	return nil
}

var soakSpecs = []string{
	"sd 15m", "step 30s", "byoyomi 20m 3x30s", "byoyomi 0s 30x10s", "canadian 10m 10/5m", "canadian 15/30m 10/5m",
	"canadian 1m 7/90s carry", "canadian 0s 5/30s", "fischer 3m+2s", "fischer 90m+30s first", "bronstein 5m+3s", "delay 5m+3s",
	"stages 40/90m,20/30m,sd 15m+30s", "stages 5/2m+1s,3/90s first", "hourglass 5m", "ing 30m", "ing 2m 7x20s",
	"title 30m", "quick 5m 30s 8x30s", "quick 1m 10s 8x15s each",
}

// soakGames is how many games of each control are played; with SHINPAN_LONG=1 the full ten
// thousand.
func soakGames() int {
	if os.Getenv("SHINPAN_LONG") == "1" {
		return 10000
	}
	return 40
}

// TestSoakAgainstNaive plays whole games, each slice of thinking time compared.
func TestSoakAgainstNaive(t *testing.T) {
	for _, spec := range soakSpecs {
		t.Run(spec, func(t *testing.T) {
			c := must(t, spec)
			presses := 0
			for seed := range uint64(soakGames()) {
				n, err := soakGame(c, rand.New(rand.NewPCG(seed, 42)))
				if err != nil {
					t.Fatalf("game %d, press %d: %v", seed, n, err)
				}
				presses += n
			}
			if c.system != Quick && presses < 300*soakGames() {
				t.Errorf("%d presses in %d games: want 300 a game", presses, soakGames())
			}
		})
	}
}

// soakGame is one game: 300 presses in time, some of them at the very end of a period, then
// thinking until somebody's flag falls or the game is drawn.
func soakGame(c Control, rng *rand.Rand) (presses int, err error) {
	k, n := New(c), newNaive(c)
	at := time.Duration(rng.Int64N(int64(time.Hour)))
	idle := at // time that nobody thought in
	if err := k.Start(P1, at); err != nil {
		return 0, err
	}
	for !n.done && presses < 400 {
		mover := Side(n.turn + 1)
		think := soakThink(rng, n, presses)
		for left := think; left > 0; {
			slice := min(left, 1+time.Duration(rng.Int64N(int64(left)+1)))
			n.eat(slice)
			at += slice
			left -= slice
			if rng.IntN(2) == 0 {
				k.Advance(at)
			}
			if rng.IntN(8) == 0 && !n.lost[n.turn] {
				k.Pause(at, "tea")
				pause := time.Duration(rng.Int64N(int64(time.Minute)))
				at, idle = at+pause, idle+pause
				k.Resume(at)
			}
			if err := n.compare(&k, at); err != nil {
				return presses, err
			}
		}
		if inTime := k.Press(mover, at); inTime == n.lost[n.turn] {
			return presses, fmt.Errorf("press after %v in time: %v", think, inTime)
		}
		if n.lost[n.turn] {
			if _, fell, _ := k.FirstFlag(); fell != idle+n.fell {
				return presses, fmt.Errorf("flag at %v, naively at %v", fell, idle+n.fell)
			}
			return presses, n.compare(&k, at)
		}
		asked := n.asked
		n.press()
		presses++
		if err := n.compare(&k, at); err != nil {
			return presses, err
		}
		if n.asked && !asked {
			at, idle = at+ReplyTime, idle+ReplyTime
		}
	}
	return presses, nil
}

// soakThink is how long the next move takes: mostly a part of what is left small enough
// for a long game, sometimes exactly the running period or one nanosecond beside it,
// after 300 presses the whole budget or one nanosecond beside it.
func soakThink(rng *rand.Rand, n *naive, presses int) time.Duration {
	s := &n.who[n.turn]
	beside := time.Duration(rng.IntN(3) - 1)
	budget := n.budget()
	if presses >= 300 {
		return max(0, budget+beside)
	}
	if renewed := n.c.system == Byoyomi && s.main == 0 || n.c.system == Step || n.c.system == Quick; renewed && rng.IntN(8) == 0 {
		period := s.period
		if n.c.system == Step {
			period = s.main
		}
		if beside > 0 && period == budget || n.c.system != Byoyomi {
			beside = -time.Duration(rng.IntN(2))
		}
		if s.periods > 1 || beside <= 0 {
			return period + beside
		}
	}
	return time.Duration(rng.Int64N(max(1, int64(budget)/100)))
}
