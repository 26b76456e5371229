package opening

import (
	"fmt"
	"strconv"
	"strings"
)

// Options are the switches of the protocols that have any.
type Options struct {
	Agreed     string // the id of the agreed opening, any of the 26 if empty
	FifthTwo   bool   // agreed: two fifth moves are offered
	RenjuBasic bool   // centre: stones 2 and 3 have their zones too
	NaFree     bool   // Na: stones 2 and 3 go anywhere
	MaxOffers  int8   // Yamaguchi: the most that may be declared, 12 if 0
	Rounds     int8   // super Sakata: how often two stones may be added, 5 if 0
}

// build makes the stages of a protocol; n is the number in the name, 0 where it has none.
type build func(n int8, o Options) []stage

// protocols are all of OPENINGS.md sections 3 and 4.
var protocols = []struct {
	name  Protocol
	build build
}{
	{"none", func(int8, Options) []stage { return nil }},
	{"centre", func(_ int8, o Options) []stage {
		if !o.RenjuBasic {
			return growing(centre)
		}
		return []stage{turn(1, centre, false), turn(2, within3, false), turn(3, within5, false)}
	}},
	{"agreed", func(_ int8, o Options) []stage {
		out := []stage{turn(1, centre, false), turn(2, beside, false), withFigure(turn(3, within5, false), agreed)}
		if o.FifthTwo {
			out = append(out, turn(4, anywhere, false), fifths(2, false), keep())
		}
		return out
	}},
	{"swap-89", func(int8, Options) []stage {
		return []stage{
			turn(1, centre, false), {name: "stone_2", who: second, lay: []due{o(beside)}}, withFigure(turn(3, within5, false), of24),
			turn(4, anywhere, true), fifths(2, false), keep(),
		}
	}},
	{"rif", func(int8, Options) []stage { return rif(2) }},
	{"chn-N", func(n int8, _ Options) []stage { return rif(n) }},
	{"yamaguchi", func(_ int8, o Options) []stage {
		return []stage{three(of26, span{1, o.MaxOffers}), turn(4, anywhere, true), fifths(asDeclared, false), keep()}
	}},
	{"yamaguchi-52", func(_ int8, o Options) []stage {
		return []stage{three(of52, span{1, o.MaxOffers}), turn(4, anywhere, true), fifths(asDeclared, false), keep()}
	}},
	{"yamaguchi-var", func(_ int8, o Options) []stage {
		return []stage{
			turn(1, centre, false), turn(2, within3, false), thenDeclare(withFigure(turn(3, within7, false), of52), 1, o.MaxOffers),
			turn(4, anywhere, true), fifths(asDeclared, false), keep(),
		}
	}},
	{"tarannikov", func(int8, Options) []stage {
		return append(growing(centre, within3, within5, within7, within9), turn(6, anywhere, true))
	}},
	{"taraguchi", func(n int8, _ Options) []stage { return taraguchi(orElse(n, 5), centre, within3, within5, within7) }},
	{"taraguchi-10", func(int8, Options) []stage { return taraguchi(10, centre, within3, within5, within7) }},
	{"super-taraguchi-10", func(int8, Options) []stage { return taraguchi(10, centre, within5, within7, within9) }},
	{"jonsson", func(int8, Options) []stage { return soosyrv(3) }},
	{"soosyrv", func(n int8, _ Options) []stage { return soosyrv(orElse(n, 4)) }},
	{"soosyrv-8", func(int8, Options) []stage { return soosyrv(8) }},
	{"sakata", func(int8, Options) []stage {
		return []stage{three(of26, span{}), fourthAndFifth(), chooseColour()}
	}},
	{"super-sakata", func(int8, Options) []stage {
		choice := chooseColour()
		choice.orTwo, choice.twoTo = true, "colour"
		return []stage{three(of26, span{}), fourthAndFifth(), choice}
	}},
	{"na", func(_ int8, o Options) []stage {
		pair := stage{name: "stones_2_3", who: first, lay: []due{o2(besideHis), x(aroundHis5)}, figure: of26}
		if o.NaFree {
			pair.lay, pair.figure = []due{o2(anywhere), x(anywhere)}, anyFigure
		}
		return []stage{
			{name: "file", who: first, lay: []due{x(baseLine)}},
			{name: "rank", who: second, lay: []due{x(sameFile)}},
			pair, turn(4, anywhere, true), fifths(2, false), keep(),
		}
	}},
	{"linked-swap", func(int8, Options) []stage {
		return []stage{{name: "linked", who: rival, linked: true, goTo: "linked"}}
	}},
	{"free-swap3", func(int8, Options) []stage {
		return []stage{turn(1, anywhere, false), turn(2, anywhere, false), turn(3, anywhere, false), turn(4, anywhere, true)}
	}},
	{"pro", func(int8, Options) []stage {
		return []stage{turn(1, centre, false), turn(2, anywhere, false), turn(3, outside5, false)}
	}},
	{"long-pro", func(int8, Options) []stage {
		return []stage{turn(1, centre, false), turn(2, anywhere, false), turn(3, outside7, false)}
	}},
	{"swap", func(int8, Options) []stage { return []stage{loose3(), turn(4, anywhere, true)} }},
	{"swap2", func(int8, Options) []stage {
		fourth := turn(4, anywhere, true)
		fourth.orTwo, fourth.twoTo, fourth.goTo = true, "colour", normal
		return []stage{loose3(), fourth, chooseColour()}
	}},
	{"swap-5", func(int8, Options) []stage {
		return append(growing(anywhere, anywhere, anywhere, anywhere, anywhere), turn(6, anywhere, true))
	}},
	{"pie", func(int8, Options) []stage { return []stage{turn(1, anywhere, false), turn(2, anywhere, true)} }},
}

// o2 is o, for the place where the options are called o.
func o2(z zone) due { return o(z) }

// MaxNumber is the largest number of fifth moves a protocol's name may carry.
const MaxNumber = 12

// numbered are the protocols whose number of fifth moves may stand behind the name.
var numbered = map[string]Protocol{"chn": "chn-N", "soosyrv": "soosyrv", "taraguchi": "taraguchi"}

// Parse finds a protocol by its name, such as "rif", "chn-3" or "taraguchi-10".
func Parse(name string, opts Options) (*Script, error) {
	if opts.MaxOffers == 0 {
		opts.MaxOffers = MaxNumber
	}
	wanted, n := Protocol(name), 0
	if stem, number, ok := strings.Cut(name, "-"); ok && numbered[stem] != "" {
		var err error
		if n, err = strconv.Atoi(number); err != nil || n < 1 || n > MaxNumber {
			return nil, fmt.Errorf("opening: %.40q: want a number from 1 to %d after %s-", name, MaxNumber, stem)
		}
		wanted = numbered[stem]
	}
	for _, p := range protocols {
		if p.name == wanted {
			return &Script{name: name, stages: p.build(int8(n), opts)}, nil
		}
	}
	return nil, fmt.Errorf("opening: %.40q: want one of %s", name, names())
}

// index is the place of the stage with the name, len(stages) for normal.
func (p *Script) index(name string) int8 {
	for i := range p.stages {
		if p.stages[i].name == name {
			return int8(i)
		}
	}
	return int8(len(p.stages))
}
