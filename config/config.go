package config

import (
	_ "embed"
	"time"
)

// DefaultPath is where the installed appliance keeps its configuration.
const DefaultPath = "/etc/shinpan/referee.toml"

// Commented is the reference configuration with every key, its default and a comment.
//
//go:embed referee.toml
var Commented string

// Config is the whole of referee.toml. The comments there say what each key does;
// the ones here say only what a program must know.
type Config struct {
	Table Table `toml:"table"`
	Match Match `toml:"match"`
	Rules Rules `toml:"rules"`
	Clock Clock `toml:"clock"`
	Eye   Eye   `toml:"eye"`
	MQTT  MQTT  `toml:"mqtt"`
	Web   Web   `toml:"web"`
	GPIO  GPIO  `toml:"gpio"`
	State State `toml:"state"`
}

// Table says whose game it is.
type Table struct {
	Name  string `toml:"name"` // a level of the MQTT topics
	P1    string `toml:"p1"`   // opens the game, sits at row 1
	P2    string `toml:"p2"`
	Event string `toml:"event"`
	Round string `toml:"round"`
}

// Match says how many games the two players play against each other.
type Match struct {
	Games  int    `toml:"games"`  // at most; 1: single games, 0: no limit
	Wins   int    `toml:"wins"`   // that decide it; 0: all games are played
	Scores string `toml:"scores"` // one of game.Schemes
}

// Rules chooses what a stone is judged by. The words are those of a scenario.
type Rules struct {
	Set      string            `toml:"set"`
	Opening  string            `toml:"opening"`
	Foul     string            `toml:"foul"`
	Mode     string            `toml:"mode"`
	Profile  string            `toml:"profile"`
	Switches map[string]string `toml:"switches"` // checked by game, which owns them
}

// Clock holds the time control, in the words clock.ParseControl reads.
type Clock struct {
	Control string `toml:"control"`
}

// Eye says how the eye is started and where it looks.
type Eye struct {
	Command      string    `toml:"command"` // "eye": the one beside the referee's own binary
	Source       string    `toml:"source"`
	Size         int       `toml:"size"`
	Corners      []float64 `toml:"corners"` // none, or x,y of top left, top right, bottom right, bottom left
	BlackSide    string    `toml:"black_side"`
	Calibration  string    `toml:"calibration"` // "": calibration.json in the state folder
	Lock         bool      `toml:"lock"`
	Stale        Duration  `toml:"stale"`
	RestartFirst Duration  `toml:"restart_first"`
	RestartMax   Duration  `toml:"restart_max"`
}

// MQTT says where events are published.
type MQTT struct {
	Embedded     bool   `toml:"embedded"`
	Listen       string `toml:"listen"`
	Broker       string `toml:"broker"`
	Username     string `toml:"username"`
	PasswordFile string `toml:"password_file"`
	ClientID     string `toml:"client_id"`
	Retain       bool   `toml:"retain"`
}

// Web says where the page is served.
type Web struct {
	Listen         string `toml:"listen"`
	ArbiterPIN     string `toml:"arbiter_pin"`
	ArbiterPINFile string `toml:"arbiter_pin_file"`
}

// GPIO names the driver of the buttons and their pins, the faces, the buzzer and the lamps;
// an empty pin is not wired.
type GPIO struct {
	Driver     string   `toml:"driver"`
	P1         string   `toml:"p1"`
	P2         string   `toml:"p2"`
	Arbiter    string   `toml:"arbiter"`
	ClaimP1    string   `toml:"claim_p1"`
	ClaimP2    string   `toml:"claim_p2"`
	DrawP1     string   `toml:"draw_p1"`
	DrawP2     string   `toml:"draw_p2"`
	SwapP1     string   `toml:"swap_p1"`
	SwapP2     string   `toml:"swap_p2"`
	Quiet      Duration `toml:"quiet"`
	Filter     Duration `toml:"filter"`  // the kernel's debounce; 0 switches it off
	FaceP1     string   `toml:"face_p1"` // ParseFace reads it
	FaceP2     string   `toml:"face_p2"`
	Brightness int      `toml:"brightness"` // per cent
	Tenths     Duration `toml:"tenths"`     // shown below this; 0 switches them off
	Buzzer     string   `toml:"buzzer"`
	BuzzerKind string   `toml:"buzzer_kind"`
	Sounds     bool     `toml:"sounds"`
	LampP1     string   `toml:"lamp_p1"`
	LampP2     string   `toml:"lamp_p2"`
	LampAlert  string   `toml:"lamp_alert"`
	LampReady  string   `toml:"lamp_ready"`
}

// Wired reports whether the buttons are real ones.
func (g GPIO) Wired() bool { return g.Driver == "gpio" || g.Driver == "periph" }

// State says where journals, records and the eye's calibration are kept.
type State struct {
	Dir        string `toml:"dir"`
	PicturesMB int    `toml:"pictures_mb"` // of incidents; 0 keeps none
}

// Default is the configuration of an appliance nobody has configured: a club game
// of renju on the desk, seen by the first camera.
func Default() Config {
	return Config{
		Table: Table{Name: "1", P1: "Player 1", P2: "Player 2"},
		Match: Match{Games: 1, Scores: "std"},
		Rules: Rules{
			Set: "renju", Opening: "none", Foul: "auto_loss", Mode: "club", Profile: "DEF",
			Switches: map[string]string{},
		},
		Clock: Clock{Control: "byoyomi 20m 3x30s"},
		Eye: Eye{
			Command: "eye", Source: "/dev/video0", Size: 15, Corners: []float64{}, BlackSide: "bottom", Lock: true,
			Stale:        Duration(3 * time.Second),
			RestartFirst: Duration(500 * time.Millisecond), RestartMax: Duration(10 * time.Second),
		},
		MQTT: MQTT{Embedded: true, Listen: ":1883", Retain: true},
		Web:  Web{Listen: ":8080"},
		GPIO: GPIO{
			Driver: "desk", P1: "GPIO17", P2: "GPIO27", Quiet: Duration(300 * time.Millisecond),
			FaceP1: "none", FaceP2: "none", Brightness: 60, Tenths: Duration(10 * time.Second),
			BuzzerKind: "active", Sounds: true,
		},
		State: State{Dir: "/var/lib/shinpan", PicturesMB: 500},
	}
}
