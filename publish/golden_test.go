package publish

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"shinpan/game"
)

var update = flag.Bool("update", false, "write the golden files anew")

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v: run the tests of this package with -update", err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got), run the tests of this package with -update where this is meant:\n%s", name, diff)
	}
}

// published is every payload there is, by the name of its golden file: what a
// Publisher sends, read off its outbox.
func published(t *testing.T) map[string][][]byte {
	t.Helper()
	p, err := New(Options{Table: "1", Broker: "tcp://127.0.0.1:1"})
	if err != nil {
		t.Fatal(err)
	}
	p.since, p.opts.Version = "2026-11-30T18:00:00Z", "1.0"
	var events []game.Event
	for i, kind := range kindsOf(t, "../game/event.go", "EventKind") {
		events = append(events, sampleEvent(game.EventKind(kind), i+1))
	}
	p.Publish(events, sampleSnapshot())
	out := map[string][][]byte{
		"status.jsonl": {p.birth(), encode(p.status(false, reasonLost)), encode(p.status(false, reasonStopped))},
	}
	files := map[topic]string{
		topicArbiterEvents: "event.jsonl", topicSnapshot: "snapshot.jsonl", topicClock: "clock.jsonl", topicAlerts: "alerts.jsonl",
	}
	for d, ok := p.out.next(); ok; d, ok = p.out.next() {
		if file, ok := files[topic(strings.TrimPrefix(d.topic, "shinpan/1/"))]; ok {
			out[file] = append(out[file], d.payload())
		}
	}
	return out
}

func TestEveryPayloadIsAsPublished(t *testing.T) {
	for file, lines := range published(t) {
		golden(t, file, append(bytes.Join(lines, []byte("\n")), '\n'))
	}
}

func TestSchemaIsAsPrinted(t *testing.T) {
	all, err := Schema("")
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "schema.json", all)
}

// schemaOf is the schema of one payload, decoded.
func schemaOf(t *testing.T, name string) map[string]any {
	t.Helper()
	text, err := Schema(name)
	if err != nil {
		t.Fatal(err)
	}
	var s map[string]any
	if err := json.Unmarshal(text, &s); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestPayloadsObeyTheirSchemas(t *testing.T) {
	for file, lines := range published(t) {
		name, _, _ := strings.Cut(file, ".")
		v := validator{schemaOf(t, name)}
		for _, line := range lines {
			var value any
			if err := json.Unmarshal(line, &value); err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			if err := v.check(v.root, value, name); err != nil {
				t.Errorf("%v\n%s", err, line)
			}
		}
	}
}

// A schema that lets everything through says nothing: break each payload and see.
func TestSchemasRefuseBrokenPayloads(t *testing.T) {
	for _, c := range []struct{ payload, json string }{
		{"event", `{}`},
		{"event", `{"at":"1","seq":1,"kind":"move","to":"all","game":"g"}`},
		{"event", `{"at":1,"seq":1.5,"kind":"move","to":"all","game":"g"}`},
		{"event", `{"at":1,"seq":1,"kind":"move","to":"nobody","game":"g"}`},
		{"event", `{"at":1,"seq":1,"kind":"move","to":"all","game":"g","point":"H20"}`},
		{"event", `{"at":1,"seq":1,"kind":"move","to":"all","game":"g","line":["H8",9]}`},
		{"event", `{"at":1,"seq":1,"kind":"foul","to":"all","game":"g","proof":{"point":"H8"}}`},
		{"status", `{"table":"1"}`},
		{"status", `{"table":"1","online":"yes"}`},
		{"clock", `{"game":"g","seq":1,"at":0,"phase":"play","clock":{"running":"p3"}}`},
		{"alerts", `{"game":"g","seq":1,"alerts":[{"code":"x"}]}`},
		{"snapshot", `{"game":"g"}`},
	} {
		v := validator{schemaOf(t, c.payload)}
		var value any
		if err := json.Unmarshal([]byte(c.json), &value); err != nil {
			t.Fatal(err)
		}
		if v.check(v.root, value, c.payload) == nil {
			t.Errorf("the schema of %s lets through %s", c.payload, c.json)
		}
	}
}

func TestSchemaOfNothing(t *testing.T) {
	if _, err := Schema("nothing"); err == nil || !strings.Contains(err.Error(), "alerts, clock, event, snapshot, status") {
		t.Errorf("Schema of nothing: %v", err)
	}
}

// Every topic is described for people, and nothing is described that is not there.
func TestTopicsAreDocumented(t *testing.T) {
	text, err := os.ReadFile("../docs/MQTT.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, topic := range Topics() {
		if !bytes.Contains(text, []byte("`shinpan/<table>/"+topic.Name+"`")) {
			t.Errorf("docs/MQTT.md lacks shinpan/<table>/%s", topic.Name)
		}
	}
	for _, kind := range kindsOf(t, "../game/event.go", "EventKind") {
		if !bytes.Contains(text, []byte("`"+kind+"`")) {
			t.Errorf("docs/MQTT.md lacks the event %s", kind)
		}
	}
	documented := bytes.Count(text, []byte("| `shinpan/<table>/"))
	if documented != len(Topics()) {
		t.Errorf("docs/MQTT.md has %d topics in its table, there are %d", documented, len(Topics()))
	}
}
