package eyeproc

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"shinpan/vision/wire"
)

// watch runs an eye on a plan until its recording is over and returns what was reported.
func watch(t *testing.T, source string, plan []string, change func(*Options)) ([]Report, error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "plan")
	if err := os.WriteFile(file, []byte(strings.Join(plan, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv(fakeEye, file)
	opts := Options{
		Command: os.Args[0], Source: source, Pace: "max",
		StaleAfter: 300 * time.Millisecond, BackoffMin: time.Millisecond, BackoffMax: 5 * time.Millisecond,
	}
	if change != nil {
		change(&opts)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	out := make(chan Report)
	ended := make(chan error, 1)
	go func() {
		ended <- New(opts).Run(ctx, out)
		close(out)
	}()
	var got []Report
	for r := range out {
		got = append(got, r)
	}
	if ctx.Err() != nil {
		t.Fatal("the eye did not come to an end")
	}
	return got, <-ended
}

// news is what a game hears of: sightings and frames.
func news(reports []Report) []string {
	var out []string
	for _, r := range reports {
		switch r.Message.Type {
		case wire.Seen, wire.Frame:
			out = append(out, fmt.Sprintf("%s %d %v %s", r.Message.Type, r.Message.Frame, r.Message.T.Duration(), r.Message.Point))
		}
	}
	return out
}

func faults(reports []Report) (texts []string, back int) {
	for _, r := range reports {
		if r.Fault != "" {
			texts = append(texts, r.Fault)
		}
		if r.Back {
			back++
		}
	}
	return texts, back
}

// TestEachThingOnce kills, hangs and garbles the eye at random frames of a recording: what is
// reported is the same as if nothing had happened.
func TestEachThingOnce(t *testing.T) {
	undisturbed, err := watch(t, "video", nil, nil)
	if err != nil || len(news(undisturbed)) != fakeFrames+20 {
		t.Fatalf("%d reports, %v", len(news(undisturbed)), err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for round := range 12 {
		var plan []string
		for range 3 {
			action := []string{"die", "die", "garbage", "torn"}[rng.IntN(4)]
			plan = append(plan, fmt.Sprintf("%s %d", action, rng.IntN(fakeFrames)))
		}
		if round == 0 {
			plan = []string{"hang 55", "die 0", "die 56"}
		}
		got, err := watch(t, "video", plan, nil)
		if err != nil {
			t.Fatalf("%v: %v", plan, err)
		}
		if a, b := news(undisturbed), news(got); !slices.Equal(a, b) {
			t.Fatalf("%v:\n%s\nwant\n%s", plan, strings.Join(b, "\n"), strings.Join(a, "\n"))
		}
		texts, back := faults(got)
		if len(texts) == 0 || back == 0 {
			t.Errorf("%v: faults %v, back %d times: nobody was told", plan, texts, back)
		}
	}
}

// TestWhatItSays: a fault names what the eye said or did.
func TestWhatItSays(t *testing.T) {
	for action, want := range map[string]string{
		"fail":      "eye: video: no such video: check the name",
		"hang 20":   "silent for 300ms",
		"die 20":    "killed",
		"garbage 3": "broken",
		"torn 7":    "exit status 3",
	} {
		got, err := watch(t, "video", []string{action}, nil)
		if err != nil {
			t.Fatal(err)
		}
		texts, _ := faults(got)
		if len(texts) != 1 || !strings.Contains(texts[0], want) {
			t.Errorf("%s: faults %q, want %q", action, texts, want)
		}
	}
}

// TestGivesUp: where asked to, Run ends with the eye's own words.
func TestGivesUp(t *testing.T) {
	_, err := watch(t, "video", []string{"fail", "fail", "fail", ""}, func(o *Options) { o.GiveUpAfter = 3 })
	if err == nil || !strings.Contains(err.Error(), "no such video") {
		t.Errorf("error %v", err)
	}
	_, err = watch(t, "video", nil, func(o *Options) { o.Command = "/nowhere/eye"; o.GiveUpAfter = 1 })
	if err == nil || !strings.Contains(err.Error(), "cannot start /nowhere/eye") {
		t.Errorf("error %v", err)
	}
}

// TestCameraGoesOn: a camera cannot be played again; the new eye is told the board and
// the corners and simply goes on.
func TestCameraGoesOn(t *testing.T) {
	got, err := watch(t, "camera", []string{"die 57"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(news(got)); n != 57+12+fakeFrames+20 {
		t.Errorf("%d reports, want those of 57 frames and of all 100 again", n)
	}
}

// TestStops: Run ends at once when its context does, and leaves no process behind.
func TestStops(t *testing.T) {
	file := filepath.Join(t.TempDir(), "plan")
	if err := os.WriteFile(file, []byte("hang 10"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv(fakeEye, file)
	ctx, cancel := context.WithCancel(t.Context())
	out := make(chan Report, 1000)
	ended := make(chan error)
	go func() {
		ended <- New(Options{Command: os.Args[0], Source: "video", StaleAfter: time.Minute}).Run(ctx, out)
	}()
	for r := range out {
		if r.Message.Type == wire.Frame && r.Message.Frame == 9 {
			break
		}
	}
	cancel()
	select {
	case err := <-ended:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("still running")
	}
}

// TestWrappedEye starts the eye through a script that does not give its place to it: the
// script is ended with the eye, or the camera would be held for ever by one nobody hears.
func TestWrappedEye(t *testing.T) {
	script := filepath.Join(t.TempDir(), "eye")
	if err := os.WriteFile(script, []byte("#!/bin/sh\n"+os.Args[0]+" \"$@\"\nexit $?\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	want, err := watch(t, "video", []string{""}, nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := watch(t, "video", []string{"hang 37", ""}, func(o *Options) { o.Command = script })
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(news(got), news(want)) {
		t.Errorf("%d pieces of news, want %d", len(news(got)), len(news(want)))
	}
}

// TestSlowStart: an eye that says nothing at all is given its own time, and the message says
// how long that was.
func TestSlowStart(t *testing.T) {
	got, err := watch(t, "video", []string{"hang 0", ""}, func(o *Options) { o.StartWithin = 200 * time.Millisecond })
	if err != nil {
		t.Fatal(err)
	}
	if i := slices.IndexFunc(got, func(r Report) bool { return strings.Contains(r.Fault, "silent for 200ms") }); i < 0 {
		t.Errorf("no report says how long the start took")
	}
}

// TestUnkillableEye: a process that does not end when it is killed, as one that hangs in a
// driver, is not waited for.
func TestUnkillableEye(t *testing.T) {
	nothing, _ := os.Open(os.DevNull)
	c := &child{
		cmd: exec.Command("/bin/sleep", "60"), stdin: nothing, stdout: nothing, stderr: nothing,
		waited: make(chan struct{}), // nobody hears of its end
		unread: make(chan struct{}),
	}
	c.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := c.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	close(c.unread)
	c.kill(time.Millisecond)
	if err := c.cmd.Wait(); err == nil {
		t.Error("it was not killed")
	}
}

// TestWhatIsSaidIsHeard says a word for every frame and asks once; the answer comes in the
// stream, after what was said before.
func TestWhatIsSaidIsHeard(t *testing.T) {
	file := filepath.Join(t.TempDir(), "plan")
	if err := os.WriteFile(file, []byte("wait"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv(fakeEye, file)
	eye := New(Options{Command: os.Args[0], Source: "video", Pace: "max"})
	out := make(chan Report)
	go func() {
		eye.Run(t.Context(), out)
		close(out)
	}()
	answered, films := 0, 0
	for r := range out {
		switch m := r.Message; {
		case r.Film != nil:
			films++
		case m.Type == wire.Frame:
			eye.Say(wire.Message{Type: wire.Heard, Frame: m.Frame})
			if m.Frame == 50 {
				eye.Say(wire.Message{Type: wire.AskClip, ID: "a"})
			}
		case m.Type == wire.ClipEnd && m.ID == "a":
			answered = m.Count
		}
	}
	if answered != 51 || films != 1 {
		t.Errorf("answered after %d frames, want 51; said %d times that there are pictures", answered, films)
	}
}

// TestNobodyListens: whoever speaks to an eye that does not run waits for nothing.
func TestNobodyListens(t *testing.T) {
	eye := New(Options{})
	taken := 0
	for range 2 * mostWords {
		if eye.Say(wire.Message{Type: wire.AskSnapshot}) {
			taken++
		}
	}
	if taken != mostWords {
		t.Errorf("%d words taken, want %d", taken, mostWords)
	}
}
