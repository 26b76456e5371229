package publish

import (
	"encoding"
	"encoding/json"
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strings"
	"time"

	"shinpan/board"
	"shinpan/clock"
	"shinpan/game"
	"shinpan/rules"
)

// dialect is the version of JSON Schema that Schema speaks.
const dialect = "https://json-schema.org/draft/2020-12/schema"

// payloads are the JSON payloads by the names that Topics refers to.
var payloads = map[string]reflect.Type{
	"alerts":   reflect.TypeFor[AlertsMessage](),
	"clock":    reflect.TypeFor[ClockMessage](),
	"event":    reflect.TypeFor[game.Event](),
	"snapshot": reflect.TypeFor[SnapshotMessage](),
	"status":   reflect.TypeFor[Status](),
}

// Payloads lists the names of the JSON payloads.
func Payloads() []string {
	names := make([]string, 0, len(payloads))
	for name := range payloads {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// schema is a JSON Schema, or a part of one; maps are written with sorted keys.
type schema map[string]any

// words are the types that are written as one word or number.
var words = map[reflect.Type]schema{
	reflect.TypeFor[board.Point]():   {"type": "string", "pattern": "^([A-S]([1-9]|1[0-9])|-)$", "description": "a point such as H8, A1 at Black's near left; - for none"},
	reflect.TypeFor[board.Color]():   {"enum": []any{"empty", "black", "white"}},
	reflect.TypeFor[clock.Side]():    {"enum": []any{"none", "p1", "p2"}, "description": "a player: p1 opens the game and sits at row 1, whatever colour he holds"},
	reflect.TypeFor[clock.Seconds](): {"type": "number", "description": "seconds, exact"},
	reflect.TypeFor[game.Seconds]():  {"type": "number", "description": "seconds since the game's zero, exact"},
	reflect.TypeFor[time.Duration](): {"type": "integer", "description": "nanoseconds"},
	reflect.TypeFor[rules.Kind]():    {"enum": kindWords()},
	reflect.TypeFor[rules.Set]():     {"enum": setWords()},
	reflect.TypeFor[game.Audience](): {"enum": []any{string(game.ToAll), string(game.ToPlayers), string(game.ToArbiter)}},
	reflect.TypeFor[game.Mode]():     {"enum": []any{string(game.Tournament), string(game.Club), string(game.Training)}},
}

func kindWords() (out []any) {
	for _, k := range []rules.Kind{rules.OK, rules.Five, rules.Overline, rules.DoubleFour, rules.DoubleThree} {
		out = append(out, k.String())
	}
	return out
}

func setWords() (out []any) {
	for _, s := range rules.Sets() {
		out = append(out, string(s))
	}
	return out
}

// Schema is the JSON Schema of a payload, or of all of them for "": then it also says
// which topic carries which. It is made from the types that are published, so that it
// cannot lag behind them.
func Schema(payload string) ([]byte, error) {
	b := schemaBuilder{defs: schema{}}
	root := schema{"$schema": dialect}
	if payload != "" {
		t, ok := payloads[payload]
		if !ok {
			return nil, fmt.Errorf("publish: no payload %q: want one of %s", payload, strings.Join(Payloads(), ", "))
		}
		root["title"] = "Shinpan: " + payload
		root["$ref"] = b.of(t)["$ref"]
	} else {
		var any []any
		for _, name := range Payloads() {
			any = append(any, b.of(payloads[name]))
		}
		root["title"] = "Shinpan: everything published over MQTT"
		root["anyOf"] = any
		root["x-topics"] = topicSchemas(&b)
	}
	root["$defs"] = b.defs
	out, err := json.MarshalIndent(root, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("publish: schema: %w", err)
	}
	return append(out, '\n'), nil
}

// topicSchemas says for every topic what it carries.
func topicSchemas(b *schemaBuilder) schema {
	out := schema{}
	for _, t := range Topics() {
		about := schema{"description": t.Purpose, "retained": t.Retained}
		if t.Schema != "" {
			about["payload"] = b.of(payloads[t.Schema])
		} else {
			about["contentMediaType"] = "application/x-go-sgf"
		}
		out[root+"/{table}/"+t.Name] = about
	}
	return out
}

// schemaBuilder collects the definitions of structs, which may contain each other.
type schemaBuilder struct{ defs schema }

var textMarshaler = reflect.TypeFor[encoding.TextMarshaler]()

// of is the schema of a type as encoding/json writes it.
func (b *schemaBuilder) of(t reflect.Type) schema {
	if w, ok := words[t]; ok {
		return w
	}
	if t.Implements(textMarshaler) {
		return schema{"type": "string"}
	}
	switch t.Kind() {
	case reflect.Pointer:
		return b.of(t.Elem())
	case reflect.Bool:
		return schema{"type": "boolean"}
	case reflect.String:
		return schema{"type": "string"}
	case reflect.Float32, reflect.Float64:
		return schema{"type": "number"}
	case reflect.Array:
		return schema{"type": "array", "items": b.of(t.Elem()), "minItems": t.Len(), "maxItems": t.Len()}
	case reflect.Slice:
		return schema{"type": []any{"array", "null"}, "items": b.of(t.Elem())}
	case reflect.Struct:
		return b.object(t)
	}
	return schema{"type": "integer"}
}

// object defines a struct once and refers to it.
func (b *schemaBuilder) object(t reflect.Type) schema {
	name := t.String()
	ref := schema{"$ref": "#/$defs/" + name}
	if b.defs[name] != nil {
		return ref
	}
	def := schema{"type": "object"}
	b.defs[name] = def // before its fields: it may contain itself
	properties, required := schema{}, map[string]bool{}
	b.fields(t, properties, required)
	def["properties"] = properties
	var names []string
	for key := range required {
		if required[key] {
			names = append(names, key)
		}
	}
	slices.Sort(names)
	if len(names) > 0 {
		def["required"] = names
	}
	return ref
}

// fields adds the fields of a struct as encoding/json writes them, those of an embedded
// struct included, except the absent ones.
func (b *schemaBuilder) fields(t reflect.Type, properties schema, required map[string]bool, hidden ...string) {
	hidden = append(hidden, "-")
	for f := range fieldsOf(t) {
		if f.Type == reflect.TypeFor[*absent]() {
			hidden = append(hidden, jsonKey(f))
		}
	}
	for f := range fieldsOf(t) {
		if f.Anonymous {
			b.fields(f.Type.Elem(), properties, required, hidden...)
			continue
		}
		key := jsonKey(f)
		if slices.Contains(hidden, key) {
			continue
		}
		optional := strings.Contains(f.Tag.Get("json"), ",omit")
		properties[key] = b.field(f.Type, optional)
		required[key] = !optional
	}
}

func jsonKey(f reflect.StructField) string {
	if key, _, _ := strings.Cut(f.Tag.Get("json"), ","); key != "" {
		return key
	}
	return f.Name
}

// fieldsOf yields the exported fields of a struct.
func fieldsOf(t reflect.Type) iter.Seq[reflect.StructField] {
	return func(yield func(reflect.StructField) bool) {
		for i := range t.NumField() {
			if f := t.Field(i); f.IsExported() && !yield(f) {
				return
			}
		}
	}
}

// field is a type as a field: a list that is left out when empty is never null.
func (b *schemaBuilder) field(t reflect.Type, optional bool) schema {
	s := b.of(t)
	if t.Kind() == reflect.Slice && optional {
		return schema{"type": "array", "items": s["items"]}
	}
	return s
}
