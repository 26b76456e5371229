package hil

import (
	"bufio"
	"encoding/hex"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// trace is the kernel's own account of what happened, by CLOCK_MONOTONIC: the witness who
// knows nothing of the referee.
type trace struct {
	t      *testing.T
	folder string
}

// witness begins an account of the kernel's events, like "irq/irq_handler_entry" or "gpio".
func witness(t *testing.T, events ...string) trace {
	t.Helper()
	w := trace{t, "/sys/kernel/tracing/instances/table"}
	if err := os.Mkdir(w.folder, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.Remove(w.folder); err != nil {
			t.Error(err)
		}
	})
	settings := [][2]string{{"trace_clock", "mono"}, {"buffer_size_kb", "8192"}}
	for _, e := range events {
		settings = append(settings, [2]string{filepath.Join("events", e, "enable"), "1"})
	}
	for _, s := range settings {
		if err := os.WriteFile(filepath.Join(w.folder, s[0]), []byte(s[1]), 0); err != nil {
			t.Fatal(err)
		}
	}
	return w
}

// traced is one event: its name, when it was, and what the kernel says of it.
type traced struct {
	at         time.Duration
	name, says string
}

var traceLine = regexp.MustCompile(`^.*-\d+ +\[\d+\] \S+ +(\d+)\.(\d{6}): (\w+): (.*)$`)

// events are those of the account that have one of the names.
func (w trace) events(names ...string) (all []traced) {
	w.t.Helper()
	f, err := os.Open(filepath.Join(w.folder, "trace"))
	if err != nil {
		w.t.Fatal(err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if strings.Contains(lines.Text(), "LOST") {
			w.t.Fatal("the kernel has lost events: a larger buffer is needed")
		}
		m := traceLine.FindStringSubmatch(lines.Text())
		if m == nil {
			continue
		}
		for _, name := range names {
			if m[3] == name {
				seconds, _ := strconv.ParseInt(m[1], 10, 64)
				micros, _ := strconv.ParseInt(m[2], 10, 64)
				at := time.Duration(seconds)*time.Second + time.Duration(micros)*time.Microsecond
				all = append(all, traced{at, name, m[4]})
			}
		}
	}
	return all
}

// interruptLine finds the interrupts of simulated lines: number, hardware number.
var interruptLine = regexp.MustCompile(`(?m)^ *(\d+):.* (?:dummy_irq_chip|irq_sim) +(\d+) `)

// interrupts are the numbers of the interrupts that lines have now: line by interrupt.
func interrupts(t *testing.T) map[string]int {
	t.Helper()
	text, err := os.ReadFile("/proc/interrupts")
	if err != nil {
		t.Fatal(err)
	}
	lines := map[string]int{}
	for _, m := range interruptLine.FindAllStringSubmatch(string(text), -1) {
		lines[m[1]], _ = strconv.Atoi(m[2])
	}
	if len(lines) == 0 {
		t.Fatalf("no line has an interrupt:\n%s", text)
	}
	return lines
}

var interruptNumber = regexp.MustCompile(`^irq=(\d+) `)

// edges are the interrupts of each line, from the moment the kernel enters the handler,
// which stamps the edge, until it leaves.
func (w trace) edges(lineOf map[string]int) map[int][]span {
	w.t.Helper()
	edges := map[int][]span{}
	for _, e := range w.events("irq_handler_entry", "irq_handler_exit") {
		m := interruptNumber.FindStringSubmatch(e.says)
		if m == nil {
			w.t.Fatalf("%s: %s", e.name, e.says)
		}
		line, ours := lineOf[m[1]]
		if !ours {
			continue
		}
		if e.name == "irq_handler_entry" {
			edges[line] = append(edges[line], span{e.at, e.at})
		} else if n := len(edges[line]); n > 0 {
			edges[line][n-1].to = e.at
		}
	}
	return edges
}

var busWrite = regexp.MustCompile(`^i2c-1 #\d+ a=0([0-9a-f]{2}) f=0000 l=\d+ \[(.*)\]$`)

// message is what was written to a chip on the bus.
type message struct {
	at      time.Duration
	address byte
	bytes   []byte
}

func (w trace) messages() (all []message) {
	w.t.Helper()
	for _, e := range w.events("i2c_write") {
		m := busWrite.FindStringSubmatch(e.says)
		if m == nil {
			w.t.Fatalf("i2c_write: %s", e.says)
		}
		address, err := hex.DecodeString(m[1])
		if err != nil {
			w.t.Fatal(err)
		}
		bytes, err := hex.DecodeString(strings.ReplaceAll(m[2], "-", ""))
		if err != nil {
			w.t.Fatal(err)
		}
		all = append(all, message{e.at, address[0], bytes})
	}
	return all
}
