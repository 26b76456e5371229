package config

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// wrong is a file and every line of complaint it must give, in order.
var wrong = []struct {
	name, text string
	want       []string
}{
	{"unknown key", "[clock]\ncontrl = \"sd 5m\"\n", []string{
		`f:2: clock.contrl: no such key: did you mean clock.control?`}},
	{"key in another section", "[table]\nblack_side = \"top\"\n", []string{
		`f:2: table.black_side: no such key: did you mean eye.black_side?`}},
	{"nothing near", "[table]\nelephants = 3\n", []string{
		`f:2: table.elephants: no such key: see the commented referee.toml for those that exist`}},
	{"unknown section hides its keys", "[mqqt]\nlisten = 1\nanything = 2\n", []string{
		`f:1: mqqt: no such section: did you mean mqtt?`}},
	{"list of sections", "[[eye]]\nsize = 15\n", []string{
		`f:1: eye: want one section, in single brackets`}},
	{"key above the sections", "size = 15\n", []string{
		`f:1: size: no such key: did you mean eye.size?`}},
	{"wrong types, all told", "[table]\nname = 1\n[eye]\nsize = \"15\"\ncorners = 3\n[mqtt]\nembedded = \"yes\"\n", []string{
		`f:2: table.name: want a text in quotes, like "1" (got 1)`,
		`f:4: eye.size: want a whole number (got "15")`,
		`f:5: eye.corners: want a list in brackets, like [1, 2] (got 3)`,
		`f:7: mqtt.embedded: want true or false (got "yes")`}},
	{"durations", "[eye]\nstale = 3\nrestart_first = \"-1s\"\nrestart_max = \"soon\"\n[gpio]\nquiet = \"1ms\"\n", []string{
		`f:2: eye.stale: want a text in quotes, like "1" (got 3)`,
		`f:3: eye.restart_first: want a length of time like "300ms" or "3s" (got "-1s")`,
		`f:4: eye.restart_max: want a length of time like "300ms" or "3s" (got "soon")`,
		`f:6: gpio.quiet: want at least 20ms (got 1ms)`}},
	{"set twice", "[table]\nname = \"1\"\n\nname = \"2\"\n", []string{
		`f:4: table.name: set before, on line 2: keep one of the two`}},
	{"not TOML, and what stands before it", "[table]\nname = \"Hall 1\"\np1 = \"x\np2 = \"y\"\n", []string{
		`f:2: table.name: want 1 to 32 of a-z, 0-9 and -, because it is a level of the MQTT topics (got "Hall 1")`,
		`f:3: not TOML: `}},
	{"words", "[rules]\nset = \"go\"\nopening = \"chn-13\"\nfoul = \"\"\nmode = \"Club\"\nprofile = \"def\"\n[eye]\nblack_side = \"south\"\n[gpio]\ndriver = \"sysfs\"\n", []string{
		`f:2: rules.set: want renju, standard or freestyle (got "go")`,
		`f:3: rules.opening: want one of none centre agreed `,
		`f:4: rules.foul: want auto_loss, claim or block (got "")`,
		`f:5: rules.mode: want club, tournament or training (got "Club")`,
		`f:6: rules.profile: want DEF, RIF, CHN or SP (got "def")`,
		`f:8: eye.black_side: want bottom, top, left or right (got "south")`,
		`f:10: gpio.driver: want desk, gpio, periph or none (got "sysfs")`}},
	{"match", "[match]\ngames = 3\nwins = 4\nscores = \"hill\"\n", []string{
		`f:3: match.wins: want 0 to 3, as match.games is 3, (got 4)`,
		`f:4: match.scores: want std, school, 321, pm2 or teamfun (got "hill")`}},
	{"match without end", "[match]\ngames = -1\n", []string{
		`f:2: match.games: want 0 to 99 (got -1)`}},
	{"names", "[table]\np1 = \"a\\tb\"\nevent = \"" + strings.Repeat("x", 81) + "\"\n", []string{
		`f:2: table.p1: want characters that can be printed, on one line`,
		`f:3: table.event: want at most 80 characters`}},
	{"switches", "[rules.switches]\nfalse_claim = 3\nBad-Name = \"x\"\n", []string{
		`f:1: rules.switches: "Bad-Name" is no switch: want a name of a-z, 0-9 and _`,
		`f:2: rules.switches.false_claim: want a text in quotes, like "1" (got 3)`}},
	{"eye", "[eye]\ncommand = \" \"\nsource = \"\"\nsize = 17\ncorners = [1, 2]\nrestart_first = \"20s\"\n", []string{
		`f:2: eye.command: is empty: write "eye" for the one beside the referee`,
		`f:3: eye.source: is empty: write a camera like "/dev/video0"`,
		`f:4: eye.size: want 9, 13, 15 or 19 lines (got 17)`,
		`f:5: eye.corners: want none, or x,y of the four corners, 8 numbers (got 2)`,
		`f:6: eye.restart_max: want at least eye.restart_first, which is 20s (got 10s)`}},
	{"corner outside", "[eye]\ncorners = [0, 0, 9, 0, 9, nan, 0, -9]\n", []string{
		`f:2: eye.corners: want pixels from 0 (got NaN)`}},
	{"clock", "[clock]\ncontrol = \"byoyomi 20m 3x\"\n", []string{
		`f:2: clock.control: control "byoyomi 20m 3x": `}},
	{"no clock", "[clock]\ncontrol = \"\"\n", []string{
		`f:2: clock.control: control "": `}},
	{"addresses", "[mqtt]\nlisten = \"1883\"\n[web]\nlisten = \":http\"\n", []string{
		`f:2: mqtt.listen: want host:port, or ":1883" for every network of this machine (got "1883")`,
		`f:4: web.listen: want a port of 1 to 65535, like ":8080" (got ":http")`}},
	{"one port for two", "[mqtt]\nlisten = \"127.0.0.1:8080\"\n", []string{
		`f:2: web.listen: the broker listens there too (mqtt.listen is "127.0.0.1:8080"): give one of them another port`}},
	{"broker and embedded", "[mqtt]\nbroker = \"mqtt://b:1\"\n", []string{
		`f:2: mqtt.broker: set while mqtt.embedded is true: write embedded = false to use this broker`}},
	{"broker", "[mqtt]\nembedded = false\nbroker = \"b:1883\"\nusername = \"u\"\nclient_id = \"a b\"\n", []string{
		`f:3: mqtt.broker: want an address like "mqtt://broker.local:1883" (got "b:1883")`,
		`f:4: mqtt.username: mqtt.username and mqtt.password_file belong together: set both or neither`,
		`f:5: mqtt.client_id: want at most 64 of A-Z`}},
	{"password in the address", "[mqtt]\nembedded = false\nbroker = \"mqtt://me:secret@b:1883\"\npassword_file = \"pw\"\n", []string{
		`f:3: mqtt.broker: holds a name or password: put them into mqtt.username and mqtt.password_file`,
		`f:4: mqtt.password_file: want a path from the root, beginning with / (got "pw")`,
		`f:4: mqtt.username: mqtt.username and mqtt.password_file belong together: set both or neither`}},
	{"pin", "[web]\narbiter_pin = \"12\"\n", []string{
		`f:2: web.arbiter_pin: want 4 to 32 letters and digits (got "12")`}},
	{"pin twice", "[web]\narbiter_pin = \"1234\"\narbiter_pin_file = \"/x\"\n", []string{
		`f:3: web.arbiter_pin: web.arbiter_pin_file is set too: keep one of the two`}},
	{"pins", "[gpio]\ndriver = \"periph\"\np1 = \"\"\np2 = \"1700\"\narbiter = \"17 \"\n", []string{
		`f:3: gpio.p1: is empty: a player needs a button; name its pin, like "GPIO17"`,
		`f:4: gpio.p2: want a pin by name or number, like "GPIO17" or "17" (got "1700")`,
		`f:5: gpio.arbiter: want a pin by name or number, like "GPIO17" or "17" (got "17 ")`}},
	{"one pin for two, by the default", "[gpio]\np1 = \"GPIO27\"\n", []string{
		`f:2: gpio.p1: GPIO27 is used by gpio.p2 already, by default: wire one of them to another`}},
	{"state", "[state]\ndir = \"games\"\n", []string{
		`f:2: state.dir: want a path from the root, beginning with / (got "games")`}},
	{"section twice", "[state]\n[table]\n[state]\n", []string{
		`f:3: `}},
	{"a picture", "\x89PNG\r\n\x1a\n\x00", []string{
		`f:1: not TOML: `}},
	{"inline table with a key too much", "table = {name = \"a\", nam = \"b\"}\n", []string{
		`f:1: table: no such key "nam" in it`}},
	{"inline table with a wrong value", "table = {name = \"A B\"}\n", []string{
		`f:1: table.name: want 1 to 32 of a-z`}},
	{"too long", "#" + strings.Repeat(" ", 1<<20) + "\n", []string{
		`f:1: more than 64 KiB: this is no configuration file`}},
}

func TestProblems(t *testing.T) {
	for _, row := range wrong {
		t.Run(row.name, func(t *testing.T) {
			cfg, err := Parse("f", []byte(row.text))
			if err == nil {
				t.Fatalf("accepted: %+v", cfg)
			}
			got := strings.Split(err.Error(), "\n")
			// A wanted line may end early, where the rest is a list or another library's words.
			for i := range min(len(got), len(row.want)) {
				if strings.HasPrefix(got[i], row.want[i]) && !strings.HasSuffix(row.want[i], ")") {
					got[i] = row.want[i]
				}
			}
			if diff := cmp.Diff(row.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
