package clock

import "time"

// system is one row: how a time system reads, and what it does with time. To add a
// system, add its row and the function for a press.
type system struct {
	name  string
	form  string // the SPEC, for error messages
	parse func(p *parser, c *Control) error
	text  func(c Control) string
	pace  pace
	press func(c *Control, s side) (side, Kind)

	overtime bool // periods, blocks or extensions follow the main time
	freezes  bool // a reply to a draw offer is not charged to the move timer (S-613)
}

// pace is how thinking uses up a side's time.
type pace uint8

const (
	paceFree     pace = iota // it does not
	paceMain                 // main time only
	paceDelay                // main time, after a delay in every move
	paceOvertime             // main time, then the running period and those after it
	paceQuick                // game time and the limit of the move at once
)

var systems = [...]system{
	Untimed:     {name: "untimed", form: "untimed", press: pressNothing},
	SuddenDeath: {name: "sd", form: "sd TIME", parse: parseMain, text: textMain, pace: paceMain, press: pressNothing},
	Step: {name: "step", form: "step TIME", parse: parseMain, text: textMain, pace: paceMain, press: pressStep,
		freezes: true},
	Byoyomi: {name: "byoyomi", form: "byoyomi TIME PERIODSxTIME", parse: parseByoyomi, text: textByoyomi,
		pace: paceOvertime, press: pressByoyomi, overtime: true, freezes: true},
	Canadian: {name: "canadian", form: "canadian [MOVES/]TIME STONES/TIME [carry]", parse: parseCanadian, text: textCanadian,
		pace: paceOvertime, press: pressCanadian, overtime: true},
	Fischer: {name: "fischer", form: "fischer TIME+TIME [first]", parse: parseFischer, text: textFischer,
		pace: paceMain, press: pressFischer},
	Bronstein: {name: "bronstein", form: "bronstein TIME+TIME", parse: parseBonus, text: textBonus,
		pace: paceMain, press: pressBronstein, freezes: true},
	Delay: {name: "delay", form: "delay TIME+TIME", parse: parseBonus, text: textBonus,
		pace: paceDelay, press: pressNothing, freezes: true},
	Stages: {name: "stages", form: "stages MOVES/TIME[+TIME],...[,sd TIME[+TIME]] [first]", parse: parseStages, text: textStages,
		pace: paceMain, press: pressStages},
	Hourglass: {name: "hourglass", form: "hourglass TIME", parse: parseMain, text: textMain, pace: paceMain, press: pressNothing},
	Ing: {name: "ing", form: "ing TIME [EXTENSIONSxTIME]", parse: parseIng, text: textIng,
		pace: paceOvertime, press: pressNothing, overtime: true},
	Shared: {name: "shared", form: "shared TIME", parse: parseMain, text: textMain, pace: paceMain, press: pressNothing},
	Title:  {name: "title", form: "title MINUTES", parse: parseTitle, text: textMain, pace: paceMain, press: pressTitle},
	Quick: {name: "quick", form: "quick TIME TIME STONESxTIME [each]", parse: parseQuick, text: textQuick,
		pace: paceQuick, press: pressQuick, freezes: true},
}

// side is what one player has left, as of the beginning of the running turn or the last
// correction in it.
type side struct {
	main    time.Duration // main time; Step: of the move; Shared: the pool
	period  time.Duration // of the running period, block, extension or (Quick) move
	turn    time.Duration // thought on the unfinished move
	used    time.Duration // thought in the game
	flagAt  time.Duration
	periods int32 // the running one included
	stones  int32 // to be played before the next control
	stage   int32
	moves   int32 // completed
	over    bool  // overtime has begun; Quick: the game time is up
	flag    bool
}

// fresh is a side before the game.
func (c *Control) fresh() side {
	s := side{main: c.main, period: c.period, periods: c.periods, stones: c.stones}
	s.over = c.main == 0 && systems[c.system].overtime
	switch c.system {
	case Fischer:
		if c.first {
			s.main += c.bonus
		}
	case Canadian:
		if c.opening > 0 {
			s.stones = c.opening
		}
	case Stages:
		s.main, s.stones = c.stages[0].time, c.stages[0].moves
		if c.first {
			s.main += c.stages[0].increment
		}
	case Quick:
		s.stones = 0
	}
	return s
}

// delayLeft is what remains of the delay in the move being thought about.
func (c *Control) delayLeft(s *side) time.Duration {
	if systems[c.system].pace != paceDelay {
		return 0
	}
	return max(0, c.bonus-s.turn)
}

// reachesOvertime says whether time runs on after the main time: not while the main time
// has still to contain moves.
func (c *Control) reachesOvertime(s *side) bool {
	return systems[c.system].overtime && (s.over || c.opening == 0)
}

// limit is how long the side may think on without a press: it is out of time
// strictly after that.
func (c *Control) limit(s *side) time.Duration {
	if s.flag {
		return forever
	}
	switch systems[c.system].pace {
	case paceMain:
		return s.main
	case paceDelay:
		return s.main + c.delayLeft(s)
	case paceOvertime:
		if c.reachesOvertime(s) {
			return s.main + s.period + time.Duration(max(0, s.periods-1))*c.period
		}
		return s.main
	case paceQuick:
		return s.period
	}
	return forever
}

// think is the side after thinking for e, which is not more than its limit. A period is
// lost strictly after its end, so a press at its end keeps it: burned =
// ceil(o/T) - 1 (CLOCK.md section 2, exact transitions).
func (c *Control) think(s side, e time.Duration) side {
	s.used += e
	if s.flag {
		return s
	}
	free := min(e, c.delayLeft(&s))
	s.turn += e
	e -= free
	switch systems[c.system].pace {
	case paceFree:
		return s
	case paceQuick:
		s.period -= e
		s.over = s.over || e > s.main
		s.main -= min(e, s.main)
		return s
	}
	fromMain := min(e, s.main)
	s.main -= fromMain
	if e -= fromMain; e == 0 || !c.reachesOvertime(&s) {
		return s
	}
	s.over = true
	if e > s.period {
		e -= s.period
		burned := (e-1)/c.period + 1
		s.periods -= int32(burned)
		s.period = burned * c.period
	}
	s.period -= e
	return s
}

// wait is the side after e of waiting for the answer to a draw offer, in a system that
// does not charge it to the move timer: only the game's time goes on (S-613).
func (c *Control) wait(s side, e time.Duration) side {
	s.used += e
	if c.system == Step || s.flag {
		return s
	}
	if c.system == Quick {
		s.over = s.over || e > s.main
	}
	s.main -= min(e, s.main)
	return s
}

// The press of each system: what a completed move gives. The thinking time is charged
// already. The Kind is what the press itself brings about, or nothing.

func pressNothing(_ *Control, s side) (side, Kind) { return s, 0 }

func pressStep(c *Control, s side) (side, Kind) {
	s.main = c.main
	return s, 0
}

// pressByoyomi keeps the period whole: it was not used up.
func pressByoyomi(c *Control, s side) (side, Kind) {
	s.period = c.period
	return s, 0
}

// pressCanadian counts the stone. The move being thought about when the main time ends
// is the first stone of the first block; pressed at that very instant it is the last of
// the main time.
func pressCanadian(c *Control, s side) (side, Kind) {
	if c.opening == 0 && !s.over {
		if s.main > 0 || s.turn > 0 {
			return s, 0
		}
		s.over = true
	}
	if s.stones--; s.stones > 0 {
		return s, 0
	}
	left := s.period
	if !s.over {
		left, s.main, s.over = s.main, 0, true
	}
	s.stones, s.period = c.stones, c.period
	if c.carry {
		s.period += left
	}
	return s, StagePassed
}

func pressFischer(c *Control, s side) (side, Kind) {
	s.main += c.bonus
	return s, 0
}

// pressBronstein gives back what the move took, at most the bonus.
func pressBronstein(c *Control, s side) (side, Kind) {
	s.main += min(s.turn, c.bonus)
	return s, 0
}

// pressStages adds the increment of the stage, and the time of the next one after its last
// move. What is left carries over. After the last stage, unless it is sudden
// death, the same stage begins again.
func pressStages(c *Control, s side) (side, Kind) {
	now := &c.stages[s.stage]
	s.main += now.increment
	if now.moves == 0 {
		return s, 0
	}
	if s.stones--; s.stones > 0 {
		return s, 0
	}
	if s.stage+1 < int32(c.count) {
		s.stage++
	}
	next := &c.stages[s.stage]
	s.main += next.time
	s.stones = next.moves
	return s, StagePassed
}

// pressTitle gives back the begun minute: a move costs whole minutes, rounded down.
func pressTitle(_ *Control, s side) (side, Kind) {
	s.main += s.turn % time.Minute
	return s, 0
}

// pressQuick begins a new move. In the extra phase, known by its stones, the
// stones count down.
func pressQuick(c *Control, s side) (side, Kind) {
	s.period = c.period
	if s.stones > 0 {
		s.stones--
		s.period = c.extra
	}
	return s, 0
}
