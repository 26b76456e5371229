package record

import (
	"encoding/xml"
	"fmt"

	"shinpan/board"
)

// XML writes the sheet in the form of RenjuNet's database: a document with one game and
// the rule, players and tournament it refers to.
func XML(s Sheet) ([]byte, error) {
	if err := s.plain(); err != nil {
		return nil, err
	}
	if s.Size != board.DefaultSize {
		return nil, fmt.Errorf("record: game %s: the form knows only boards of %d lines, this one has %d; use sgf", s.ID, board.DefaultSize, s.Size)
	}
	doc := xmlDocument{
		Rules:   []xmlNamed{{ID: "1", Name: orName(s.Rules, "unknown")}},
		Players: []xmlNamed{{ID: "1", Name: orName(s.Black, "Black")}, {ID: "2", Name: orName(s.White, "White")}},
		Game: xmlGame{
			ID: simpleText(s.ID), Rule: "1", Black: "1", White: "2", Round: simpleText(s.Round),
			Result: map[string]string{"1-0": "1", "0-1": "0", "1/2-1/2": "0.5"}[s.Result],
			Moves:  s.MoveText(),
		},
	}
	if event := simpleText(s.Event); event != "" {
		doc.Tournaments = []xmlNamed{{ID: "1", Name: event, Start: simpleText(s.Date)}}
		doc.Game.Tournament = "1"
	}
	out, err := xml.MarshalIndent(doc, "", " ")
	if err != nil {
		return nil, fmt.Errorf("record: game %s: %w", s.ID, err)
	}
	return append(append([]byte(xml.Header), out...), '\n'), nil
}

type xmlDocument struct {
	XMLName     xml.Name   `xml:"database"`
	Rules       []xmlNamed `xml:"rules>rule"`
	Players     []xmlNamed `xml:"players>player"`
	Tournaments []xmlNamed `xml:"tournaments>tournament,omitempty"`
	Game        xmlGame    `xml:"games>game"`
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
