package record

import (
	"encoding/xml"
	"fmt"
	"strconv"

	"shinpan/board"
)

// XML writes sheets in the form of RenjuNet's database: a document with the games and
// the rules, players and tournaments they refer to.
func XML(sheets ...Sheet) ([]byte, error) {
	var doc xmlDocument
	for i := range sheets {
		s := &sheets[i]
		if err := s.plain(); err != nil {
			return nil, err
		}
		if s.Size != board.DefaultSize {
			return nil, fmt.Errorf("record: game %s: the form knows only boards of %d lines, this one has %d; use sgf", s.ID, board.DefaultSize, s.Size)
		}
		doc.add(s)
	}
	out, err := xml.MarshalIndent(doc, "", " ")
	if err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	return append(append([]byte(xml.Header), out...), '\n'), nil
}

// add appends a game, and what it refers to where that is new.
func (d *xmlDocument) add(s *Sheet) {
	g := xmlGame{
		ID: simpleText(s.ID), Rule: refer(&d.Rules, orName(s.Rules, "unknown"), ""), Round: simpleText(s.Round),
		Black: refer(&d.Players, orName(s.Black, "Black"), ""), White: refer(&d.Players, orName(s.White, "White"), ""),
		Result: map[string]string{"1-0": "1", "0-1": "0", "1/2-1/2": "0.5"}[s.Result],
		Moves:  s.MoveText(),
	}
	if event := simpleText(s.Event); event != "" {
		g.Tournament = refer(&d.Tournaments, event, simpleText(s.Date))
	}
	d.Games = append(d.Games, g)
}

// refer is the id of a name in a list, to which it is added where it is missing.
func refer(list *[]xmlNamed, name, start string) string {
	for _, n := range *list {
		if n.Name == name && n.Start == start {
			return n.ID
		}
	}
	id := strconv.Itoa(len(*list) + 1)
	*list = append(*list, xmlNamed{ID: id, Name: name, Start: start})
	return id
}

type xmlDocument struct {
	XMLName     xml.Name   `xml:"database"`
	Rules       []xmlNamed `xml:"rules>rule"`
	Players     []xmlNamed `xml:"players>player"`
	Tournaments []xmlNamed `xml:"tournaments>tournament,omitempty"`
	Games       []xmlGame  `xml:"games>game"`
}

type xmlNamed struct {
	ID    string `xml:"id,attr"`
	Name  string `xml:"name,attr"`
	Start string `xml:"start,attr,omitempty"`
}

type xmlGame struct {
	ID         string `xml:"id,attr,omitempty"`
	Rule       string `xml:"rule,attr"`
	Tournament string `xml:"tournament,attr,omitempty"`
	Round      string `xml:"round,attr,omitempty"`
	Black      string `xml:"black,attr"`
	White      string `xml:"white,attr"`
	Result     string `xml:"bresult,attr,omitempty"`
	Moves      string `xml:"move"`
}
