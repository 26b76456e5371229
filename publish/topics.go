package publish

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// root is the first level of every topic.
const root = "shinpan"

// qos is "at least once" for everything: the will and the birth must agree, and an
// event that is sent twice is known by its number.
const qos = 1

// topic is the part of a topic's name below shinpan/<table>/.
type topic string

// Every topic. docs/MQTT.md describes the payloads; a test compares the two.
const (
	topicStatus          topic = "status"
	topicSnapshot        topic = "snapshot"
	topicClock           topic = "clock"
	topicAlerts          topic = "alerts"
	topicRecord          topic = "record"
	topicEvents          topic = "events"
	topicPlayersEvents   topic = "players/events"
	topicArbiterEvents   topic = "arbiter/events"
	topicArbiterSnapshot topic = "arbiter/snapshot"
)

// Topic is one row of the table of topics.
type Topic struct {
	Name     string // below shinpan/<table>/
	Retained bool   // the broker keeps the last message for late subscribers
	Schema   string // the schema its payload obeys; empty where it is not JSON
	Purpose  string
}

// Topics lists everything that is published.
func Topics() []Topic {
	return []Topic{
		{string(topicStatus), true, "status", "whether the referee is there; its last will says that it is not"},
		{string(topicSnapshot), true, "snapshot", "the whole position, as everybody may know it"},
		{string(topicClock), true, "clock", "both clocks to the nanosecond, and which one runs"},
		{string(topicAlerts), true, "alerts", "what a person must fix now"},
		{string(topicRecord), true, "", "the record of the last game that has ended, as SGF"},
		{string(topicEvents), false, "event", "every event for everybody, once, in order"},
		{string(topicPlayersEvents), false, "event", "every event for the players: those for everybody, and theirs"},
		{string(topicArbiterEvents), false, "event", "every event there is"},
		{string(topicArbiterSnapshot), true, "snapshot", "the whole position with what only the arbiter may know"},
	}
}

// name is the full name of a topic of a table.
func (t topic) name(table string) string { return root + "/" + table + "/" + string(t) }

// checkTable reports a table's name that cannot be a level of a topic.
func checkTable(table string) error {
	if table == "" || len(table) > 64 || !utf8.ValidString(table) || strings.ContainsAny(table, "+#/$\x00") {
		return fmt.Errorf("publish: table %q: want 1 to 64 characters without + # / $", table)
	}
	return nil
}

// forArbiter reports whether a topic is one that only the arbiter may read.
func forArbiter(name string) bool {
	levels := strings.Split(name, "/")
	return len(levels) > 2 && levels[0] == root && levels[2] == "arbiter"
}
