package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"shinpan/clock"
)

// clockVerb runs "referee clock" on a script.
func clockVerb(script string, args ...string) (out, err string, code int) {
	var stdout, stderr bytes.Buffer
	code = runClock(context.Background(), args, stdio{strings.NewReader(script), &stdout, &stderr})
	return stdout.String(), stderr.String(), code
}

// clockLine is what a test compares of a report: "62.25 press p1 > p2" and for each side
// "main/periods/period/stones shown".
func clockLine(t *testing.T, text string) string {
	t.Helper()
	var r clockReport
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&r); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	side := func(s clock.SideState) string {
		flag := ""
		if s.Flag {
			flag = " flag"
		}
		return fmt.Sprintf("%v/%d/%v/%d %s%s", s.Main, s.Periods, s.Period, s.Stones, s.Shown, flag)
	}
	return fmt.Sprintf("%v %s > %s: %s, %s", r.T, r.Event, r.Running, side(r.P1), side(r.P2))
}

func TestClockExamples(t *testing.T) {
	for _, tt := range clockExamples {
		t.Run(tt.name, func(t *testing.T) {
			out, stderr, code := clockVerb(strings.TrimSpace(tt.script), "--control", tt.spec)
			if code != exitOK || stderr != "" {
				t.Fatalf("exit %d: %s", code, stderr)
			}
			want := strings.Split(strings.TrimSpace(tt.want), "\n")
			got := strings.Split(strings.TrimSpace(out), "\n")
			if len(got) > len(want) && !strings.Contains(tt.want, "0 start") {
				got = got[len(got)-len(want):] // only the end of a long script is spelt out
			}
			for i := range got {
				got[i] = clockLine(t, got[i])
			}
			if strings.Join(got, "\n") != strings.Join(want, "\n") {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		})
	}
}

// TestClockReportFormat is the contract, byte for byte.
func TestClockReportFormat(t *testing.T) {
	out, _, _ := clockVerb("0s start p1\n1m02.250s press p1\n30m at\n", "--control", "byoyomi 20m 3x30s")
	lines := strings.Split(out, "\n")
	want := `{"t":62.25,"event":"press p1","running":"p2","p1":{"main":1137.75,"periods":3,"period":30,"stones":0,"shown":"18:57","flag":false},` +
		`"p2":{"main":1200,"periods":3,"period":30,"stones":0,"shown":"0:20","flag":false}}`
	if lines[1] != want {
		t.Errorf("got  %s\nwant %s", lines[1], want)
	}
	if !strings.HasPrefix(lines[2], `{"t":1352.25,"event":"flag p2","running":"none",`) || !strings.HasPrefix(lines[3], `{"t":1800,"event":"at",`) {
		t.Errorf("the flag has no line by itself:\n%s", out)
	}
}

// TestClockBadLines: each is reported with its place, the rest still runs.
func TestClockBadLines(t *testing.T) {
	script := "0s start p1\n# comment\n\nsoon press p1\n5s\n4s press\n4s press p3\n4s press p1 p2\n4s dance\n4s adjust p1 soon\n" +
		"4s counter p1 stones x\n4s start p2\n4s press none\n5s press p1\n4s at\n1001h at\n6s at\n\xff\x00\n"
	out, stderr, code := clockVerb(script, "--control", "sd 5m")
	if code != exitBad {
		t.Errorf("exit %d, want %d", code, exitBad)
	}
	if n := strings.Count(out, "\n"); n != 3 {
		t.Errorf("%d reports, want those of the three good lines:\n%s", n, out)
	}
	for _, want := range []string{`-:4: time "soon": want a number`, "-:5: no event", `-:6: event "press": want press p1|p2`, "-:7: ", "-:8: ", "-:9: ",
		"-:10: ", "-:11: ", "-:12: clock: start p2: the clock was started before", "-:13: ", "-:15: time 4s is before", "-:16: ", "-:18: "} {
		if !strings.Contains(stderr, want) {
			t.Errorf("%q is missing in:\n%s", want, stderr)
		}
	}
}

func TestClockWrongUse(t *testing.T) {
	for _, args := range [][]string{{}, {"--control", "chess"}, {"--control", "sd 5m", "a", "b"}, {"--what"}} {
		if _, stderr, code := clockVerb("", args...); code != exitUsage || stderr == "" {
			t.Errorf("%q: exit %d, %q", args, code, stderr)
		}
	}
	if _, stderr, code := clockVerb("", "--control", "sd 5m", "no/such/file"); code != exitBad || !strings.Contains(stderr, "no/such/file") {
		t.Errorf("a missing script: exit %d, %q", code, stderr)
	}
	if out, _, code := clockVerb("", "--help"); code != exitOK || !strings.Contains(out, "press p1|p2") {
		t.Errorf("help: exit %d, %q", code, out)
	}
}

// FuzzClockScript: any bytes give reports and complaints, never a panic, and every
// report is JSON in order of time.
func FuzzClockScript(f *testing.F) {
	for _, example := range clockExamples {
		f.Add(example.spec, example.script)
	}
	f.Add("quick 1s 1s 1x1s", "0 start p1\n1.5 press p1\n2 pause\n3 resume\n33 offer\n40 counter p1 stones 3\n41 run p2\n42 stop\n43 split")
	f.Fuzz(func(t *testing.T, spec, script string) {
		out, _, _ := clockVerb(script, "--control", spec)
		last := clock.Seconds(0)
		d := json.NewDecoder(strings.NewReader(out))
		for d.More() {
			var r clockReport
			if err := d.Decode(&r); err != nil {
				t.Fatalf("%v in %s", err, out)
			}
			if r.T < last {
				t.Fatalf("%v after %v in %s", r.T, last, out)
			}
			last = r.T
		}
	})
}
