package opening

import (
	"strconv"

	"shinpan/board"
)

// who must act in a stage.
type who uint8

const (
	first  who = iota // P1
	second            // P2
	black             // whoever holds Black
	white
	rival // the opponent of whoever acted last; he is to move, so he holds the colour to be laid
)

// due is one stone to be laid.
type due struct {
	color board.Color
	zone  zone
}

// figures says which figure the first three stones must make.
type figures uint8

const (
	anyFigure figures = iota
	of26
	of24
	of52
	agreed // the one the organiser has named
)

// span is how many fifth moves may be declared; the zero span asks for no declaration.
type span struct{ min, max int8 }

// Numbers of offers that are not written in the table.
const (
	noOffers   int8 = 0
	asDeclared int8 = -1
)

// stage is one step of a protocol: somebody's duty, ended by a press.
type stage struct {
	name    string
	who     who
	lay     []due
	figure  figures
	declare span
	offers  int8 // so many black stones instead of a move; the next stage keeps one
	choose  bool // one of the offers is kept and the others are cleared, before the stones are laid

	swap     bool   // the duty may be handed over together with the colour
	colour   bool   // the actor chooses a colour: he is White if he lays the stone, Black if not
	orOffers int8   // he may offer so many instead (Taraguchi)
	orTwo    bool   // he may lay a white and a black stone instead, and leave the choice to the other
	linked   bool   // one stone or two, until five lie (linked swap)
	goTo     string // the stage after this one; the next row by default
	offersTo string // the stage after orOffers
	twoTo    string // the stage after orTwo
}

// normal is the name of the state in which the opening is over.
const normal = "normal"

// Script is an opening protocol that can be played: its name and its stages, in order.
// It is never changed after it was made.
type Script struct {
	name   string
	stages []stage
}

// Name is the name by which Parse finds the protocol.
func (p *Script) Name() string { return p.name }

// x and o are a black and a white stone to be laid.
func x(z zone) due { return due{board.Black, z} }
func o(z zone) due { return due{board.White, z} }

// three is P1 laying the first three stones in one step.
func three(f figures, declare span) stage {
	third := within5
	if f == of52 {
		third = within7
	}
	return stage{name: "first_three", who: first, lay: []due{x(centre), o(beside), x(third)}, figure: f, declare: declare}
}

// loose3 is P1 laying three stones wherever he likes.
func loose3() stage {
	return stage{name: "first_three", who: first, lay: []due{x(anywhere), o(anywhere), x(anywhere)}}
}

// turn is one stone of the colour's holder.
func turn(n int, z zone, swap bool) stage {
	s := stage{name: "stone_" + strconv.Itoa(n), who: black, lay: []due{x(z)}, swap: swap}
	if n%2 == 0 {
		s.who, s.lay = white, []due{o(z)}
	}
	return s
}

// thenDeclare adds the declaration of the number of fifth moves to a stage.
func thenDeclare(s stage, least, most int8) stage { s.declare = span{least, most}; return s }

// withFigure adds the figure that is complete with the stage.
func withFigure(s stage, f figures) stage { s.figure = f; return s }

// fifths is Black offering n fifth moves, and keep the step in which White keeps one
// and plays the sixth.
func fifths(n int8, swap bool) stage {
	return stage{name: "offers", who: black, offers: n, swap: swap}
}

func keep() stage {
	return stage{name: "choose", who: white, lay: []due{o(anywhere)}, choose: true}
}

// rif is a designated opening with one swap and n offered fifth moves.
func rif(n int8) []stage {
	return []stage{three(of26, span{}), turn(4, anywhere, true), fifths(n, false), keep()}
}

// growing are the first four stones of the protocols with a growing zone and a swap
// after every stone.
func growing(zones ...zone) []stage {
	var out []stage
	for i, z := range zones {
		out = append(out, turn(i+1, z, i > 0))
	}
	return out
}

// taraguchi is growing, then either a fifth stone in the zone or n offers anywhere.
func taraguchi(n int8, zones ...zone) []stage {
	out := growing(zones...)
	fifth := turn(5, within9, true)
	fifth.orOffers, fifth.offersTo = n, "choose"
	sixth := turn(6, anywhere, true)
	sixth.goTo = normal
	return append(out, fifth, sixth, keep())
}

// soosyrv declares the number of fifth moves with the fourth stone and swaps twice.
func soosyrv(most int8) []stage {
	return []stage{three(of26, span{}), thenDeclare(turn(4, anywhere, true), 1, most), fifths(asDeclared, true), keep()}
}

// chooseColour is the step in which the rival of whoever laid last is White and plays
// on, or is Black and lets the other play.
func chooseColour() stage {
	return stage{name: "colour", who: rival, lay: []due{o(anywhere)}, swap: true, colour: true, goTo: normal}
}

// fourthAndFifth is P2 laying the next white and black stone himself.
func fourthAndFifth() stage {
	return stage{name: "stones_4_5", who: second, lay: []due{o(within7), x(within9)}}
}

// orElse is the number in a protocol's name, or the one it has without.
func orElse(n, other int8) int8 {
	if n == 0 {
		return other
	}
	return n
}
