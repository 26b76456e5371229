package record

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode"

	"shinpan/board"
	"shinpan/clock"
)

// SGF writes the sheet as an SGF file (FF[4], game 4: gomoku and renju). The same sheet
// gives the same bytes.
//
// Clocks are in BL and WL, rounded down to the millisecond: the seconds left of the main
// time, and in overtime, where OB or OW stands beside them, of the period or block. OB
// and OW count the stones left of a Canadian block, or the periods left of byoyomi. What
// the referee said is in C.
func SGF(s Sheet) []byte {
	w := sgfWriter{}
	w.root(&s)
	for i := range s.Moves {
		w.move(&s.Moves[i], s.Size)
	}
	w.WriteString(")\n")
	return w.Bytes()
}

type sgfWriter struct{ bytes.Buffer }

// prop writes a property that is one line of text, where there is any.
func (w *sgfWriter) prop(name, value string) {
	if value = simpleText(value); value != "" {
		fmt.Fprintf(w, "%s[%s]", name, escapeSGF(value))
	}
}

// comment writes a property of several lines, where there are any.
func (w *sgfWriter) comment(name string, lines []string) {
	var kept []string
	for _, line := range lines {
		if line = simpleText(line); line != "" {
			kept = append(kept, escapeSGF(line))
		}
	}
	if len(kept) > 0 {
		fmt.Fprintf(w, "%s[%s]", name, strings.Join(kept, "\n"))
	}
}

func (w *sgfWriter) root(s *Sheet) {
	fmt.Fprintf(w, "(;FF[4]GM[4]CA[UTF-8]AP[Shinpan:1]SZ[%d]", s.Size)
	w.WriteByte('\n')
	w.prop("GN", s.ID)
	w.prop("PB", s.Black)
	w.prop("PW", s.White)
	w.prop("EV", s.Event)
	w.prop("RO", s.Round)
	if isDate.MatchString(s.Date) {
		w.prop("DT", s.Date)
	}
	w.prop("RU", s.Rules)
	w.prop("ON", s.Figure)
	w.times(s.Control)
	w.prop("RE", sgfResultOf(s))
	w.comment("GC", s.circumstances())
	w.setup("AB", board.Black, s)
	w.setup("AW", board.White, s)
	w.comment("C", s.Notes)
	w.WriteByte('\n')
}

// isDate is SGF's form of a date, as far as we write it.
var isDate = regexp.MustCompile(`^\d{4}(-\d\d(-\d\d)?)?$`)

// times writes TM, the main time in seconds, and OT, the overtime in the words that
// programs have agreed on where they have, otherwise as our own control.
func (w *sgfWriter) times(c clock.Control) {
	if c.System() == clock.Untimed {
		return
	}
	k := clock.New(c)
	side := k.State(0).P1
	w.prop("TM", sgfSeconds(time.Duration(side.Main)))
	period := sgfSeconds(time.Duration(side.Period))
	switch c.System() {
	case clock.SuddenDeath:
	case clock.Byoyomi:
		w.prop("OT", fmt.Sprintf("%dx%s byo-yomi", side.Periods, period))
	case clock.Canadian:
		w.prop("OT", fmt.Sprintf("%d/%s Canadian", side.Stones, period))
	default:
		w.prop("OT", c.String())
	}
}

// sgfSeconds never shows more than is left.
func sgfSeconds(d time.Duration) string {
	ms := d.Milliseconds()
	if d < 0 {
		ms = 0
	}
	text := fmt.Sprintf("%d.%03d", ms/1000, ms%1000)
	return strings.TrimRight(strings.TrimRight(text, "0"), ".")
}

// sgfReasons are the letters SGF has for a result's reason.
var sgfReasons = map[string]string{"resign": "R", "flag": "T", "infractions": "F", "lift": "F", "drop": "F"}

func sgfResultOf(s *Sheet) string {
	switch {
	case s.Reason == "void":
		return "Void"
	case s.Result == "1-0":
		return "B+" + sgfReasons[s.Reason]
	case s.Result == "0-1":
		return "W+" + sgfReasons[s.Reason]
	case s.Result == "1/2-1/2":
		return "Draw"
	}
	return ""
}

// bothLost is the result that SGF has no word for.
var bothLost = map[string]string{"0-0": "both players have lost"}

// circumstances says in words what SGF has no property for.
func (s *Sheet) circumstances() []string {
	var lines []string
	for _, c := range []struct{ name, value string }{
		{"Table", s.Table}, {"Match", s.Match}, {"Opening", s.protocol()}, {"Mode", s.Mode}, {"Control", s.control()}, {"Ended by", s.Reason}, {"Result", bothLost[s.Result]},
	} {
		if c.value != "" {
			lines = append(lines, c.name+": "+c.value)
		}
	}
	return lines
}

// protocol is the opening protocol, or nothing where there is none.
func (s *Sheet) protocol() string {
	if s.Opening == "none" {
		return ""
	}
	return s.Opening
}

// control is the time settings as a SPEC, or nothing where there are none.
func (s *Sheet) control() string {
	if s.Control.System() == clock.Untimed {
		return ""
	}
	return s.Control.String()
}

func (w *sgfWriter) setup(name string, color board.Color, s *Sheet) {
	first := true
	for _, m := range s.Setup {
		if m.Color != color {
			continue
		}
		if first {
			w.WriteString(name)
			first = false
		}
		fmt.Fprintf(w, "[%s]", sgfPointText(m.Point, s.Size))
	}
}

func (w *sgfWriter) move(m *SheetMove, size int) {
	w.WriteByte(';')
	letter := "B"
	if m.Color == board.White {
		letter = "W"
	}
	notes := m.Notes
	if m.Unseen {
		notes = append([]string{"A " + m.Color.String() + " stone was laid that the eye has not seen."}, notes...)
	} else {
		fmt.Fprintf(w, "%s[%s]", letter, sgfPointText(m.Point, size))
	}
	if t := m.Clock; t != nil {
		fmt.Fprintf(w, "%sL[%s]", letter, sgfSeconds(t.Left))
		if t.Overtime {
			fmt.Fprintf(w, "O%s[%d]", letter, t.Count)
		}
	}
	w.comment("C", notes)
	w.WriteByte('\n')
}

// sgfPointText is a point counted from the top left; a pass is empty.
func sgfPointText(p board.Point, size int) string {
	if p == board.NoPoint {
		return ""
	}
	return string([]byte{'a' + byte(p.Col()), 'a' + byte(size-1-p.Row())})
}

// simpleText is a text on one line without anything that does not print.
func simpleText(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsPrint(r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))
	return strings.TrimSpace(text)
}

var sgfEscapes = strings.NewReplacer(`\`, `\\`, `]`, `\]`)

func escapeSGF(text string) string { return sgfEscapes.Replace(text) }
