package record

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"shinpan/board"
)

// xmlGames walks an XML document in RenjuNet's form:
//
//	<game id="1" rule="2" black="3" white="4" bresult="1"><move>h8 i9 j10</move></game>
//
// rule, black and white refer to <rule id name>, <player id name surname> that stand
// before the games.
type xmlGames struct {
	dec   *xml.Decoder
	names map[string]string // "rule 2" → "RIF"
}

func newXMLGames(src *source) *xmlGames {
	dec := xml.NewDecoder(src)
	dec.Strict = false
	// The moves and ids are ASCII; names in other encodings are kept as bytes.
	dec.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	return &xmlGames{dec: dec, names: map[string]string{}}
}

// maxNames bounds the players and rules that are remembered.
const maxNames = 1 << 17

// nextXML reads up to the end of the next game element.
func (r *Reader) nextXML() (Game, error) {
	x := r.xml
	for {
		token, err := x.dec.Token()
		if err != nil {
			return Game{}, r.xmlEnd(err)
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		switch start.Name.Local {
		case "game":
			return r.xmlGame(start)
		case "rule", "player", "tournament":
			attr := attributes(start)
			if name := strings.TrimSpace(attr["name"] + " " + attr["surname"]); name != "" && len(x.names) < maxNames {
				x.names[start.Name.Local+" "+attr["id"]] = strings.Clone(name)
			}
		}
	}
}

// xmlEnd makes of the decoder's error the end of the file or, once, a syntax error.
func (r *Reader) xmlEnd(err error) error {
	if errors.Is(err, io.EOF) {
		return io.EOF
	}
	line := r.src.line
	r.format = func(*Reader) (Game, error) { return Game{}, io.EOF }
	var syntax *xml.SyntaxError
	if errors.As(err, &syntax) {
		return r.fail(line, "%s; the rest of the file cannot be read", syntax.Msg)
	}
	return err
}

// xmlGame reads one game element, whose start has been read.
func (r *Reader) xmlGame(start xml.StartElement) (Game, error) {
	line := r.src.line
	g := Game{Line: line, Size: board.DefaultSize}
	for key, value := range attributes(start) {
		r.xmlAttribute(&g, key, value)
	}
	var wrong error
	for depth := 1; depth > 0; {
		token, err := r.xml.dec.Token()
		if err != nil {
			if wrong = r.xmlEnd(err); errors.Is(wrong, io.EOF) {
				wrong = r.fail(line, "game %s: the file ends within it", clip(g.ID))
			}
			return g, wrong
		}
		switch t := token.(type) {
		case xml.StartElement:
			depth++
			if t.Name.Local == "move" && wrong == nil {
				wrong = r.xmlMoves(&g)
				depth--
			}
		case xml.EndElement:
			depth--
		}
	}
	return g, wrong
}

// xmlMoves reads the text of a move element and its end.
func (r *Reader) xmlMoves(g *Game) error {
	var wrong error
	for {
		token, err := r.xml.dec.Token()
		if err != nil {
			return r.xmlEnd(err)
		}
		switch t := token.(type) {
		case xml.EndElement:
			return wrong
		case xml.StartElement:
			if err := r.xml.dec.Skip(); err != nil {
				return r.xmlEnd(err)
			}
		case xml.CharData:
			for _, word := range strings.Fields(string(t)) {
				if wrong != nil {
					break
				}
				if what := g.textMoves(word); what != "" {
					line := r.src.line
					wrong = r.fail(line, "game %s, move %d: %s", clip(g.ID), len(g.Moves)+1, what)
				}
			}
		}
	}
}

func (r *Reader) xmlAttribute(g *Game, key, value string) {
	switch key {
	case "id":
		g.ID = clip(value)
	case "bresult":
		g.Result = map[string]string{"1": "1-0", "0": "0-1", "0.5": "1/2-1/2"}[strings.TrimSpace(value)]
	case "rule":
		g.Rules = value
		if name, ok := r.xml.names["rule "+value]; ok {
			g.Rules = name
		}
	case "black", "white":
		if name, ok := r.xml.names["player "+value]; ok {
			value = name
		}
		g.head(key, value)
	default:
		g.head(key, value)
	}
}

func attributes(e xml.StartElement) map[string]string {
	attr := make(map[string]string, len(e.Attr))
	for _, a := range e.Attr {
		attr[a.Name.Local] = a.Value
	}
	return attr
}
