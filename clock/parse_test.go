package clock

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
)

// TestSpecs: each reads, and prints as it should be written.
func TestSpecs(t *testing.T) {
	for _, tt := range []struct{ spec, prints string }{
		{"sd 15m", "sd 15m"},
		{"byoyomi 20m 3x30s", "byoyomi 20m 3x30s"},
		{"canadian 120m 30/30m", "canadian 120m 30/30m"},
		{"canadian 15/30m 10/5m carry", "canadian 15/30m 10/5m carry"},
		{"fischer 90m+30s", "fischer 90m+30s"},
		{"fischer 1h30m+30s first", "fischer 90m+30s first"},
		{"bronstein 5m+3s", "bronstein 5m+3s"},
		{"delay 5m+3s", "delay 5m+3s"},
		{"step 30s", "step 30s"},
		{"stages 40/90m,20/30m,sd 15m+30s", "stages 40/90m,20/30m,sd 15m+30s"},
		{"stages 40/90m , 20/30m, sd 15m+30s first", "stages 40/90m,20/30m,sd 15m+30s first"},
		{"stages 5/1m+500ms", "stages 5/1m+0.5s"},
		{"hourglass 5m", "hourglass 5m"},
		{"ing 30m", "ing 30m"},
		{"ing 30m 3x5m", "ing 30m"},
		{"ing 30m 2x5m", "ing 30m 2x5m"},
		{"shared 5h", "shared 300m"},
		{"title 10m", "title 10m"},
		{"quick 5m 30s 8x30s each", "quick 5m 30s 8x30s each"},
		{"untimed", "untimed"},
		{" SD\t0.5s ", "sd 0.5s"},
		{"preset SEED-QUICK", "quick 5m 30s 8x30s"},
		{"preset tw-30/15 +5/10", "canadian 15/30m 10/5m"},
		{"preset rif-at", "fischer 135m+30s first"},
	} {
		c := must(t, tt.spec)
		if got := c.String(); got != tt.prints {
			t.Errorf("%q prints %q, want %q", tt.spec, got, tt.prints)
		}
		if again := must(t, tt.prints); again != c {
			t.Errorf("%q and %q are different controls", tt.spec, tt.prints)
		}
	}
	for _, preset := range Presets() {
		must(t, "preset "+preset.Name)
	}
}

// TestImpossibleSpecs: the error names the column and what was expected there.
func TestImpossibleSpecs(t *testing.T) {
	for _, tt := range []struct{ spec, want string }{
		{"", "column 1: want a time system"},
		{"chess 5m", "column 1: want a time system"},
		{"sd", "column 3: want a time such as"},
		{"sd 0s", "column 4: want a time longer than zero"},
		{"sd -5m", `column 4: time "-5m": want a number`},
		{"sd 5", "column 4: time \"5\": want a unit"},
		{"sd 5m5h", "write the larger unit first"},
		{"sd 5m5m", "write the larger unit first and each only once"},
		{"sd 999h60m1s", "is more than 1000h"},
		{"sd 1001h", "is more than 1000h"},
		{"sd 99999999999999999999h", "is more than 1000h"},
		{"sd 0.0000000001s", "finer than a nanosecond"},
		{"sd 1.2.3s", "is not a number"},
		{"sd 5m 5m", "column 7: want nothing more"},
		{"byoyomi 20m", "column 12: want COUNTxTIME, got the end"},
		{"byoyomi 20m 3x", "column 15: want a time such as"},
		{"byoyomi 20m 0x30s", "column 13: want a number of periods from 1 to 1000"},
		{"byoyomi 20m 1001x30s", "column 13: want a number of periods from 1 to 1000"},
		{"byoyomi 20m 3x0s", "column 15: want a time longer than zero"},
		{"canadian 120m 30x30m", "column 15: want COUNT/TIME"},
		{"fischer 90m", "column 9: want TIME+TIME"},
		{"fischer 90m+0s", "column 13: want a time longer than zero"},
		{"fischer 90m+30s last", "column 17: want nothing more"},
		{"stages", "column 7: want MOVES/TIME or sd TIME"},
		{"stages 40/90m,", "column 15: want MOVES/TIME or sd TIME"},
		{"stages 40/90m,sd 15m,20/30m", "want nothing after the sudden death stage"},
		{"stages 1/1m,1/1m,1/1m,1/1m,1/1m,1/1m,1/1m,1/1m,1/1m", "column 48: want at most 8 stages"},
		{"title 90s", "column 7: want whole minutes"},
		{"quick 5m 30s", "column 13: want COUNTxTIME"},
		{"preset", "column 7: want one of SEED-15"},
		{"preset NONE", "column 8: want one of SEED-15"},
	} {
		_, err := ParseControl(tt.spec)
		if err == nil {
			t.Errorf("%q is a control", tt.spec)
			continue
		}
		if !strings.HasPrefix(err.Error(), "clock: control ") || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: %v\nwant %s", tt.spec, err, tt.want)
		}
	}
}

func TestDurationsAreExact(t *testing.T) {
	for _, tt := range []struct {
		text string
		want time.Duration
	}{
		{"1m02.250s", 62250 * ms}, {"0.1s", 100 * ms}, {"1.000000001s", sec + ns}, {"0.3h", 18 * mnt},
		{"999h59m59.999999999s", 1000*time.Hour - ns}, {"1h1m1s1ms", time.Hour + mnt + sec + ms}, {".5s", 500 * ms},
		{"5.s", 5 * sec}, {"0s", 0}, {"8388607.000000001s", 0},
	} {
		got, err := ParseDuration(tt.text)
		if tt.text == "8388607.000000001s" { // about 2330 h
			if err == nil {
				t.Errorf("%q is %v, want an error", tt.text, got)
			}
			continue
		}
		if err != nil || got != tt.want {
			t.Errorf("%q is %v, %v; want %v", tt.text, got, err, tt.want)
		}
	}
}

func TestSecondsReadBack(t *testing.T) {
	for _, tt := range []struct {
		value Seconds
		text  string
	}{
		{Seconds(1137750 * ms), "1137.75"}, {0, "0"}, {Seconds(ns), "0.000000001"}, {Seconds(-1500 * ms), "-1.5"},
		{Seconds(1000*time.Hour - ns), "3599999.999999999"}, {Seconds(-ns), "-0.000000001"},
	} {
		text, err := json.Marshal(tt.value)
		if err != nil || string(text) != tt.text {
			t.Errorf("%d is %s, %v; want %s", tt.value, text, err, tt.text)
		}
		var back Seconds
		if err := json.Unmarshal(text, &back); err != nil || back != tt.value {
			t.Errorf("%s is %d, %v; want %d", text, back, err, tt.value)
		}
	}
	for _, wrong := range []string{`"1"`, `1e3`, `true`, `0.0000000001`} {
		var s Seconds
		if err := json.Unmarshal([]byte(wrong), &s); err == nil {
			t.Errorf("%s is %v seconds", wrong, s)
		}
	}
}

func TestWordsReadBack(t *testing.T) {
	for _, side := range []Side{NoSide, P1, P2} {
		text, err := side.MarshalText()
		var back Side
		if err != nil || back.UnmarshalText(text) != nil || back != side || string(text) != side.String() {
			t.Errorf("%v is %q, %v", side, text, err)
		}
	}
	var side Side
	if _, err := Side(3).MarshalText(); err == nil || side.UnmarshalText([]byte("p3")) == nil {
		t.Error("there is a third side")
	}
	for counter := Moves; counter <= Periods; counter++ {
		var back Counter
		if back.UnmarshalText([]byte(counter.String())) != nil || back != counter {
			t.Errorf("counter %v reads back as %v", counter, back)
		}
	}
	if len(kindNames) != int(FlagFall)+1 || len(systems) != int(Quick)+1 {
		t.Error("a kind or a system has no name")
	}
}

// FuzzParseControl: any bytes are a control that reads back, or an error; and the clock of
// any control runs without a panic.
func FuzzParseControl(f *testing.F) {
	for _, spec := range soakSpecs {
		f.Add(spec)
	}
	f.Add("preset TW-30/15 +5/10")
	f.Add("stages 40/90m,,sd sd 1m")
	f.Fuzz(func(t *testing.T, spec string) {
		c, err := ParseControl(spec)
		if err != nil {
			return
		}
		if back, err := ParseControl(c.String()); err != nil || back != c {
			t.Fatalf("%q prints %q, which is %+v, %v", spec, c, back, err)
		}
		k := New(c)
		_ = k.Start(P1, 0)
		for at := time.Duration(1); at < 1000*time.Hour; at *= 7 {
			k.Advance(at)
			k.Press(k.Running(), at)
			k.Faces(at)
		}
	})
}
