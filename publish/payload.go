package publish

import (
	"encoding/json"

	"shinpan/clock"
	"shinpan/game"
)

// Status says whether the referee is there.
type Status struct {
	Table  string `json:"table"`
	Online bool   `json:"online"`
	// Reason is why it is not: "stopped" where it said so itself, "lost" where the
	// broker found out (its last will).
	Reason string `json:"reason,omitempty"`
	// Since is the wall clock at the start of this process, RFC 3339.
	Since   string `json:"since,omitempty"`
	Version string `json:"version,omitempty"`
}

// The reasons of a Status that is not online.
const (
	reasonStopped = "stopped"
	reasonLost    = "lost"
)

// ClockMessage is both clocks at one moment. A reader counts the running side down
// from the moment the message arrived; At and Wall are the same moment for those who
// trust their own clock more than their network.
type ClockMessage struct {
	Game  string       `json:"game"`
	Seq   int          `json:"seq"`
	At    game.Seconds `json:"at"`
	Wall  string       `json:"wall,omitempty"`
	Phase game.Phase   `json:"phase"`
	Clock clock.State  `json:"clock"`
}

// AlertsMessage lists the conditions a person must fix now.
type AlertsMessage struct {
	Game   string       `json:"game"`
	Seq    int          `json:"seq"`
	Alerts []game.Alert `json:"alerts"`
}

// SnapshotMessage is a game.Snapshot without the faces: those are for whoever drives a
// display, in the display's own terms. Shown in the clock says what they show.
type SnapshotMessage struct {
	*game.Snapshot
	Faces *absent `json:"faces,omitempty"`
}

// absent hides a field of an embedded struct from the JSON.
type absent struct{}

// encode is the JSON of a payload. Everything published can be encoded (a test goes
// through every kind), so that a failure is a broken build; it is reported as a
// payload that no reader can take for something else.
func encode(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		data, _ = json.Marshal(map[string]string{"error": err.Error()})
	}
	return data
}

// clockOf, alertsOf pick a snapshot's parts that have topics of their own.
func clockOf(s *game.Snapshot) ClockMessage {
	return ClockMessage{Game: s.Game, Seq: s.Seq, At: s.At, Wall: s.Wall, Phase: s.Phase, Clock: s.Clock}
}

func alertsOf(s *game.Snapshot) AlertsMessage {
	alerts := s.Alerts
	if alerts == nil {
		alerts = []game.Alert{}
	}
	return AlertsMessage{Game: s.Game, Seq: s.Seq, Alerts: alerts}
}

// saysOffline reports whether a status says that the referee is not there. What is no
// status says nothing.
func saysOffline(payload []byte) bool {
	var s Status
	return json.Unmarshal(payload, &s) == nil && !s.Online
}
