package config

import (
	"strings"
	"testing"
)

func TestParseFace(t *testing.T) {
	for text, want := range map[string]Face{
		"none":                  {Driver: "none"},
		"desk":                  {Driver: "desk"},
		"ht16k33 i2c-1 0x70":    {Driver: "ht16k33", Bus: "i2c-1", Address: 0x70},
		" ht16k33  i2c-11 0x77": {Driver: "ht16k33", Bus: "i2c-11", Address: 0x77},
		"ssd1306 i2c-1 0x3c":    {Driver: "ssd1306", Bus: "i2c-1", Address: 0x3c},
		"sh1106 i2c-1 0x3d":     {Driver: "sh1106", Bus: "i2c-1", Address: 0x3d},
		"max7219 spidev0.1":     {Driver: "max7219", Bus: "spidev0.1"},
		"tm1637 GPIO5 GPIO6":    {Driver: "tm1637", Clock: "GPIO5", Data: "GPIO6"},
		"tm1637 5 gpiochip0-6":  {Driver: "tm1637", Clock: "5", Data: "gpiochip0-6"},
	} {
		if got, err := ParseFace(text); err != nil || got != want {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
	for text, want := range map[string]string{
		"":                   "is empty",
		"led":                "want none, ht16k33",
		"ht16k33":            `like "ht16k33 i2c-1 0x70"`,
		"ht16k33 i2c-1 0x20": `like "ht16k33 i2c-1 0x70"`,
		"ht16k33 ../x 0x70":  `like "ht16k33 i2c-1 0x70"`,
		"ssd1306 i2c-1 0x70": `like "ssd1306 i2c-1 0x3c"`,
		"max7219 0":          `like "max7219 spidev0.0"`,
		"tm1637 5 600000":    `like "tm1637 GPIO5 GPIO6"`,
		"none at all":        `like "none"`,
	} {
		if got, err := ParseFace(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
}

func TestConflictingWires(t *testing.T) {
	const buttons = "[gpio]\ndriver = \"periph\"\n"
	for _, row := range []struct{ name, text, want string }{
		{"two lamps", "[gpio]\nlamp_p1 = \"GPIO5\"\n\nlamp_p2 = \"GPIO5\"\n",
			"f:4: gpio.lamp_p2: GPIO5 is used by gpio.lamp_p1 already, on line 2: wire one of them to another"},
		{"the later line complains", "[gpio]\nlamp_p2 = \"GPIO5\"\nlamp_p1 = \"GPIO5\"\n",
			"f:3: gpio.lamp_p1: GPIO5 is used by gpio.lamp_p2 already, on line 2: wire one of them to another"},
		{"a button by default", buttons + "buzzer = \"GPIO17\"\n",
			"f:3: gpio.buzzer: GPIO17 is used by gpio.p1 already, by default: wire one of them to another"},
		{"one line by two names", buttons + "buzzer = \"gpiochip0-GPIO17\"\n",
			"f:3: gpio.buzzer: gpiochip0-GPIO17 is used by gpio.p1 already, by default: wire one of them to another"},
		{"one line by name and number", "[gpio]\ndriver = \"gpio\"\nclaim_p2 = \"27\"\n",
			"f:3: gpio.claim_p2: 27 is used by gpio.p2 already, by default: wire one of them to another"},
		{"one line by its chip's name and number", "[gpio]\ndriver = \"gpio\"\nswap_p1 = \"gpiochip4-27\"\n",
			"f:3: gpio.swap_p1: gpiochip4-27 is used by gpio.p2 already, by default: wire one of them to another"},
		{"a filter that swallows presses", "[gpio]\nfilter = \"50ms\"\n",
			"f:2: gpio.filter: want at most 10ms, or quick presses are not seen (got 50ms)"},
		{"a face and a lamp", "[gpio]\nface_p1 = \"tm1637 GPIO5 GPIO6\"\nlamp_ready = \"GPIO6\"\n",
			"f:3: gpio.lamp_ready: GPIO6 is used by gpio.face_p1 already, on line 2: wire one of them to another"},
		{"a face's two lines", "[gpio]\nface_p1 = \"tm1637 GPIO5 GPIO5\"\n",
			"f:2: gpio.face_p1: GPIO5 is used by gpio.face_p1 already, on line 2: wire one of them to another"},
		{"two faces at one address", "[gpio]\nface_p1 = \"ht16k33 i2c-1 0x70\"\nface_p2 = \"ht16k33 i2c-1 0x70\"\n",
			"f:3: gpio.face_p2: i2c-1 0x70 is used by gpio.face_p1 already, on line 2: wire one of them to another"},
		{"a pin of the bus", "[gpio]\nface_p1 = \"ht16k33 i2c-1 0x70\"\nlamp_alert = \"GPIO3\"\n",
			"f:3: gpio.lamp_alert: GPIO3 is used by gpio.face_p1 already, on line 2: wire one of them to another"},
		{"one button for two", "[gpio]\np2 = \"GPIO5\"\n\narbiter = \"GPIO5\"\n",
			"f:4: gpio.arbiter: GPIO5 is used by gpio.p2 already, on line 2: wire one of them to another"},
		{"desk buttons use no pin", "[gpio]\nbuzzer = \"GPIO17\"\n", ""},
		{"two faces on a bus", "[gpio]\nface_p1 = \"ht16k33 i2c-1 0x70\"\nface_p2 = \"ht16k33 i2c-1 0x71\"\n", ""},
		{"a mixed pair", "[gpio]\nface_p1 = \"ht16k33 i2c-1 0x70\"\nface_p2 = \"max7219 spidev0.0\"\n", ""},
		{"two ports of one bus", "[gpio]\nface_p1 = \"max7219 spidev0.0\"\nface_p2 = \"max7219 spidev0.1\"\n", ""},
		{"values", "[gpio]\nbrightness = 101\ntenths = \"2m\"\nbuzzer_kind = \"loud\"\nlamp_p1 = \"5x\"\nface_p2 = \"oled\"\n",
			"f:2: gpio.brightness: want 0 to 100 per cent (got 101)\n" +
				"f:3: gpio.tenths: want at most 1m, as longer times have no tenths (got 2m0s)\n" +
				"f:4: gpio.buzzer_kind: want active or passive (got \"loud\")\n" +
				"f:5: gpio.lamp_p1: want a pin by name or number, like \"GPIO17\" or \"17\" (got \"5x\")\n" +
				"f:6: gpio.face_p2: want none, ht16k33, max7219, tm1637, ssd1306, sh1106 or desk (got \"oled\")"},
	} {
		t.Run(row.name, func(t *testing.T) {
			_, err := Parse("f", []byte(row.text))
			switch {
			case row.want == "" && err != nil:
				t.Errorf("refused: %v", err)
			case row.want != "" && (err == nil || err.Error() != row.want):
				t.Errorf("%v\nwant %s", err, row.want)
			}
		})
	}
}

func FuzzParseFace(f *testing.F) {
	for name, kind := range faceKinds {
		f.Add(kind.example)
		f.Add(name + " a b")
	}
	f.Fuzz(func(t *testing.T, text string) {
		face, err := ParseFace(text)
		if err != nil {
			return
		}
		wired := face.Bus != "" || face.Clock != "" && face.Data != ""
		if onPage := face.Driver == "none" || face.Driver == "desk"; wired == onPage {
			t.Errorf("%q was accepted as %+v", text, face)
		}
		if strings.ContainsAny(face.Bus, "/.") && !strings.HasPrefix(face.Bus, "spidev") || strings.Contains(face.Bus, "..") {
			t.Errorf("%q leads to another file: %+v", text, face)
		}
	})
}
