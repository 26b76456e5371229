package eyeproc

import (
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"shinpan/board"
	"shinpan/vision"
	"shinpan/vision/wire"
)

// The test binary is its own eye: started with this variable set, it speaks the eye's
// language instead of running tests. Its value is a file with one line for each start
// to come, such as "die 37", "hang 12", "garbage 5" or "fail".
const fakeEye = "SHINPAN_FAKE_EYE"

func TestMain(m *testing.M) {
	if plan := os.Getenv(fakeEye); plan != "" {
		os.Exit(beEye(plan, os.Args[1:]))
	}
	os.Exit(m.Run())
}

const fakeFrames = 100

// beEye plays a recording of 100 frames: on every tenth frame plus 5 a stone appears, on
// every tenth plus 6 nothing happens, and every tenth frame is settled.
func beEye(plan string, args []string) int {
	f := flag.NewFlagSet("eye", flag.ContinueOnError)
	source := f.String("source", "", "")
	from := f.Int("from", 0, "")
	text := f.String("board", "", "")
	corners := f.String("corners", "", "")
	for _, ignored := range []string{"size", "black-side", "pace", "record", "leash", "calibration", "lock"} {
		f.String(ignored, "", "")
	}
	if err := f.Parse(args[1:]); err != nil {
		return 2
	}
	action, at := nextAction(plan)
	if action == "fail" {
		fmt.Fprintf(os.Stderr, "eye: %s: no such video: check the name\n", *source)
		return 1
	}
	w := &locked{w: wire.NewWriter(os.Stdout)}
	b := board.New(board.DefaultSize)
	if *text != "" {
		var err error
		if b, err = board.ParseText(*text); err != nil || *corners == "" {
			fmt.Fprintln(os.Stderr, "eye: --board without corners, or unreadable")
			return 1
		}
	}
	go answer(w)
	clock := wire.ClockVideo
	if *source == "camera" {
		clock = wire.ClockMonotonic
	}
	w.Write(wire.Message{Type: wire.Hello, Source: *source, Clock: clock})
	w.Write(wire.Message{Type: wire.Calibration, Corners: []float64{0, 0, 9, 0, 9, 9, 0, 9}})
	for frame := *from; frame < fakeFrames; frame++ {
		if frame == at {
			misbehave(action)
		}
		t := wire.Seconds(frame) * wire.Seconds(time.Second) / 10
		if frame%10 == 5 || frame%10 == 6 {
			p := board.At(frame/10, frame%10)
			c := board.Black
			b.Set(p, c)
			w.Write(wire.FromSighting(vision.Sighting{Kind: vision.Place, At: t.Duration(), SureAt: t.Duration(), Frame: frame, Color: c, Point: p}))
		}
		w.Write(wire.Message{Type: wire.Frame, T: t, Frame: frame, Settled: frame / 10 * 10})
	}
	if action == "wait" {
		<-heardAll
	}
	w.Write(wire.Message{Type: wire.End, Frame: fakeFrames - 1})
	return 0
}

// heardAll is closed when the last frame has been dealt with.
var heardAll = make(chan struct{})

// answer answers each question for pictures with the number of frames dealt with.
func answer(w *locked) {
	dealt := 0
	for r := wire.NewReader(os.Stdin); ; {
		m, err := r.Read()
		switch {
		case err != nil:
			return
		case m.Type == wire.Heard:
			if dealt++; m.Frame == fakeFrames-1 {
				close(heardAll)
			}
		case m.Type == wire.AskClip:
			w.Write(wire.Message{Type: wire.ClipEnd, ID: m.ID, Count: dealt})
		}
	}
}

// locked is a writer for two goroutines.
type locked struct {
	mu sync.Mutex
	w  *wire.Writer
}

func (l *locked) Write(m wire.Message) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.w.Write(m)
}

func misbehave(action string) {
	switch action {
	case "die":
		self, _ := os.FindProcess(os.Getpid())
		self.Kill()
		time.Sleep(time.Minute)
	case "hang":
		time.Sleep(time.Minute)
	case "garbage":
		os.Stdout.WriteString("\xff\xff\xff\xff\x00\x00\x00\x00 this is no message")
	case "torn":
		os.Stdout.WriteString("\x00\x00\x00\x10\x00\x00\x00\x00{\"type\"")
		os.Exit(3)
	}
}

// nextAction takes the first line off the plan.
func nextAction(plan string) (action string, at int) {
	data, err := os.ReadFile(plan)
	if err != nil {
		panic(err)
	}
	line, rest, _ := strings.Cut(string(data), "\n")
	if err := os.WriteFile(plan, []byte(rest), 0o600); err != nil {
		panic(err)
	}
	action, frame, _ := strings.Cut(line, " ")
	if at, err = strconv.Atoi(frame); err != nil {
		at = -1
	}
	return action, at
}
