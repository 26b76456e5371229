package config

import (
	"bytes"
	"errors"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// This file is the only one that uses go-toml's unstable package: the stable one
// stops at the first wrong value, and knows no lines once a value is decoded.

// assignment is one "key = value" of the file.
type assignment struct {
	key     string        // with its section: "clock.control"
	section string        // "clock"; empty above the first header
	line    int           // counted from 1
	kind    unstable.Kind // of the value
	value   string        // the value as it is written
	text    string        // the whole "key = value" as it is written
}

// header is one "[section]" of the file.
type header struct {
	name string
	line int
	list bool // "[[section]]"
}

// outline is what a file says, in its order, before anybody asks whether it makes sense.
type outline struct {
	headers     []header
	assignments []assignment
}

// scan reads the outline of data. Where the text stops being TOML it returns what
// came before, and the problem: the line and what the parser said, without file name.
func scan(data []byte) (outline, *Problem) {
	var out outline
	var section string
	p := unstable.Parser{}
	p.Reset(data)
	for p.NextExpression() {
		node := p.Expression()
		name, first := dotted(node)
		line := p.Shape(first).Start.Line
		switch node.Kind {
		case unstable.Table, unstable.ArrayTable:
			section = name
			out.headers = append(out.headers, header{name, line, node.Kind == unstable.ArrayTable})
		case unstable.KeyValue:
			a := assignment{
				key: name, section: section, line: line,
				kind: node.Value().Kind, text: string(p.Raw(node.Raw)),
			}
			if section != "" {
				a.key = section + "." + name
			}
			_, value, _ := strings.Cut(a.text, "=")
			a.value = strings.TrimSpace(value)
			out.assignments = append(out.assignments, a)
		}
	}
	if err := p.Error(); err != nil {
		return out, &Problem{Line: errorLine(&p, data, err), What: "not TOML: " + err.Error()}
	}
	return out, nil
}

// dotted joins the parts of a node's key with dots and gives the place of the first part.
func dotted(node *unstable.Node) (name string, first unstable.Range) {
	var parts []string
	for it := node.Key(); it.Next(); {
		if parts == nil {
			first = it.Node().Raw
		}
		parts = append(parts, string(it.Node().Data))
	}
	return strings.Join(parts, "."), first
}

// errorLine is the line at which the parser gave up.
func errorLine(p *unstable.Parser, data []byte, err error) int {
	var perr *unstable.ParserError
	if !errors.As(err, &perr) || len(perr.Highlight) == 0 {
		return bytes.Count(data, []byte("\n")) + 1
	}
	return p.Shape(p.Range(perr.Highlight)).Start.Line
}

// lineOf is the line that sets key, or, for a key inside an inline table, the line
// of that table; 0 where the file does not set it.
func (o *outline) lineOf(key string) int {
	for key != "" {
		for _, a := range o.assignments {
			if a.key == key {
				return a.line
			}
		}
		cut := strings.LastIndexByte(key, '.')
		if cut < 0 {
			return 0
		}
		key = key[:cut]
	}
	return 0
}
