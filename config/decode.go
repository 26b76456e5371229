package config

import (
	"bytes"
	"encoding"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// maxFile is the most a configuration file may hold. A longer one is some other file.
const maxFile = 64 << 10

// Load reads and checks the configuration file at path. The error is a Problems
// where the file was read and is wrong, and one line about the file otherwise.
func Load(path string) (Config, error) {
	f, err := os.Open(path)
	if err != nil {
		return Config{}, fmt.Errorf("config: %w: name another file with --config, or begin from the commented referee.toml", err)
	}
	defer func() { _ = f.Close() }()
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return Config{}, fmt.Errorf("config: %w: want a file of text like the commented referee.toml", err)
	}
	return Parse(path, data)
}

// Parse checks the text of a configuration file; name is what its problems call it.
// The error is always a Problems.
func Parse(name string, data []byte) (Config, error) {
	if len(data) > maxFile {
		return Config{}, Problems{{File: name, Line: 1, What: "more than 64 KiB: this is no configuration file"}}
	}
	cfg := Default()
	out, broken := scan(data)
	problems := decode(&out, &cfg)
	switch {
	case broken != nil:
		problems = append(problems, *broken)
	case len(problems) == 0:
		problems = conflicts(data)
	}
	problems = append(problems, check(&cfg, &out, problems)...)
	if len(problems) == 0 {
		return cfg, nil
	}
	for i := range problems {
		problems[i].File = name
	}
	return Config{}, problems.sorted()
}

// decode puts each assignment into cfg by itself, so that a wrong one hides no other.
func decode(out *outline, cfg *Config) Problems {
	var problems Problems
	add := func(line int, key, format string, args ...any) {
		problems = append(problems, Problem{Line: line, Key: key, What: fmt.Sprintf(format, args...)})
	}
	skip := map[string]bool{}
	for _, h := range out.headers {
		switch t, known := keys[h.name]; {
		case !known || !holdsKeys(t):
			skip[h.name] = true
			add(h.line, h.name, "no such section%s", suggest(h.name))
		case h.list:
			add(h.line, h.name, "want one section, in single brackets")
		}
	}
	first := map[string]int{}
	for _, a := range out.assignments {
		if skip[a.section] {
			continue
		}
		t, known := keyType(a.key)
		switch {
		case !known:
			add(a.line, a.key, "no such key%s", suggest(a.key))
		case first[a.key] != 0:
			add(a.line, a.key, "set before, on line %d: keep one of the two", first[a.key])
		default:
			first[a.key] = a.line
			if what := store(cfg, a, t); what != "" {
				add(a.line, a.key, "%s", what)
			}
		}
	}
	return problems
}

// store decodes one assignment into cfg. It returns what is wrong with it, or "".
func store(cfg *Config, a assignment, t reflect.Type) string {
	if want := wants(t); !slices.Contains(want.kinds, a.kind) {
		return fmt.Sprintf("want %s (got %s)", want.words, shorten(a.value))
	}
	text := a.text + "\n"
	if a.section != "" {
		text = "[" + a.section + "]\n" + text
	}
	dec := toml.NewDecoder(strings.NewReader(text)).DisallowUnknownFields()
	err := dec.Decode(cfg)
	var strict *toml.StrictMissingError
	if errors.As(err, &strict) && len(strict.Errors) > 0 {
		return fmt.Sprintf("no such key %q in it", strings.Join(strict.Errors[0].Key(), "."))
	}
	if err != nil {
		return strings.TrimPrefix(err.Error(), "toml: ")
	}
	return ""
}

// conflicts are the faults that only the whole file shows, such as a section that
// is opened twice.
func conflicts(data []byte) Problems {
	var unused Config
	err := toml.NewDecoder(bytes.NewReader(data)).Decode(&unused)
	if err == nil {
		return nil
	}
	p := Problem{Line: 1, What: strings.TrimPrefix(err.Error(), "toml: ")}
	var de *toml.DecodeError
	if errors.As(err, &de) {
		p.Line, _ = de.Position()
		p.Key = strings.Join(de.Key(), ".")
	}
	return Problems{p}
}

// keys are the sections and keys that exist, with the type each decodes into.
var keys = collect(reflect.TypeFor[Config](), "", map[string]reflect.Type{})

func collect(t reflect.Type, prefix string, into map[string]reflect.Type) map[string]reflect.Type {
	for i := range t.NumField() {
		f := t.Field(i)
		key := prefix + f.Tag.Get("toml")
		into[key] = f.Type
		if f.Type.Kind() == reflect.Struct {
			collect(f.Type, key+".", into)
		}
	}
	return into
}

// holdsKeys reports whether a value of type t is a section of the file.
func holdsKeys(t reflect.Type) bool {
	return t.Kind() == reflect.Struct || t.Kind() == reflect.Map
}

// keyType is what key decodes into. The keys of a map are free.
func keyType(key string) (reflect.Type, bool) {
	if t, ok := keys[key]; ok {
		return t, true
	}
	if cut := strings.LastIndexByte(key, '.'); cut > 0 {
		if t, ok := keys[key[:cut]]; ok && t.Kind() == reflect.Map {
			return t.Elem(), true
		}
	}
	return nil, false
}

// want is how a value of some type is written.
type want struct {
	words string
	kinds []unstable.Kind
}

var (
	wantText  = want{`a text in quotes, like "1"`, []unstable.Kind{unstable.String}}
	wantOther = map[reflect.Kind]want{
		reflect.Bool:   {"true or false", []unstable.Kind{unstable.Bool}},
		reflect.Int:    {"a whole number", []unstable.Kind{unstable.Integer}},
		reflect.Slice:  {"a list in brackets, like [1, 2]", []unstable.Kind{unstable.Array}},
		reflect.Struct: {"a section of its own, headed by its name in brackets", []unstable.Kind{unstable.InlineTable}},
		reflect.Map:    {"a section of its own, headed by its name in brackets", []unstable.Kind{unstable.InlineTable}},
	}
)

func wants(t reflect.Type) want {
	if reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()) {
		return wantText
	}
	if w, ok := wantOther[t.Kind()]; ok {
		return w
	}
	return wantText
}

// shorten keeps a wrong value from filling the screen.
func shorten(s string) string {
	s, _, cut := strings.Cut(s, "\n")
	if r := []rune(s); len(r) > 40 {
		s, cut = string(r[:40]), true
	}
	if cut {
		s += "…"
	}
	return s
}
