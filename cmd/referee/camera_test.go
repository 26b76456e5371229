package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"shinpan/game"
	"shinpan/web"
)

// beCamera makes the test binary a camera: a program that writes JPEGs to its standard
// output, out of the folder that it names.
const beCamera = "SHINPAN_TEST_CAMERA"

// runFakeCamera shows the pictures of a folder, 15 a second, and does what the file "mode"
// in it says. The moment at which it has changed its ways, on CLOCK_MONOTONIC, is put into
// the file "since".
func runFakeCamera(dir string) int {
	good := picturesIn(dir, "good")
	others := map[string][][]byte{}
	for mode := range spoilt {
		others[mode] = picturesIn(dir, mode)
	}
	mode, n := "", 0
	for ; ; time.Sleep(time.Second / 15) {
		text, _ := os.ReadFile(filepath.Join(dir, "mode"))
		if now := string(text); now != mode {
			mode = now
			since := fmt.Sprintf("%s %d", mode, monotonic())
			if told, _ := os.ReadFile(filepath.Join(dir, "since")); strings.HasPrefix(string(told), mode+" ") {
				continue // started again, it does what it did
			}
			if os.WriteFile(filepath.Join(dir, "since.new"), []byte(since), 0o600) != nil ||
				os.Rename(filepath.Join(dir, "since.new"), filepath.Join(dir, "since")) != nil {
				return 1
			}
		}
		picture := good[n%len(good)]
		switch mode {
		case "good":
			n++
		case "stalls":
			continue
		case "dies":
			fmt.Fprintln(os.Stderr, "no camera is attached")
			return 3
		case "repeats":
		default:
			picture = others[mode][n%len(others[mode])]
			n++
		}
		if _, err := os.Stdout.Write(picture); err != nil {
			return 0
		}
	}
}

// noise makes every picture another, as those of a real camera are.
const noise = "noise=alls=5:allf=t"

// spoilt are the ways in which a camera can spoil its pictures, and what does so in ffmpeg.
var spoilt = map[string]string{
	"blackens": "lutyuv=y=16:u=128:v=128," + noise,
	"burns":    "lutyuv=y=255:u=128:v=128," + noise,
	"covers":   "drawbox=x=140:y=30:w=700:h=660:color=gray:t=fill," + noise,
	"blurs":    "gblur=sigma=7," + noise,
	"shrinks":  "scale=640:480," + noise,
}

func picturesIn(dir, kind string) (out [][]byte) {
	names, _ := filepath.Glob(filepath.Join(dir, kind+"-*.jpg"))
	slices.Sort(names)
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			panic(err) // the test has made it
		}
		out = append(out, data)
	}
	return out
}

// makePictures makes a camera's pictures out of a quiet part of the bundled video, good
// and spoilt.
func makePictures(t *testing.T, dir string) {
	t.Helper()
	ffmpeg, err := exec.LookPath("ffmpeg")
	if err != nil {
		t.Skip("SKIPPED, and it should not be: ffmpeg is not installed; ./test installs it")
	}
	video, err := filepath.Abs(filepath.Join("..", "..", "show", "SHOW.mp4"))
	if err != nil {
		t.Fatal(err)
	}
	filters := map[string]string{"good": noise}
	maps.Copy(filters, spoilt)
	for kind, filter := range filters {
		cmd := exec.Command(ffmpeg, "-y", "-v", "error", "-i", video, "-frames:v", "6", "-vf", filter, "-q:v", "3", filepath.Join(dir, kind+"-%d.jpg"))
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("ffmpeg: %v\n%s", err, out)
		}
	}
}

// watched is an appliance with the real eye on a fake camera.
type watched struct {
	t    *testing.T
	dir  string
	page string
	zero time.Duration // CLOCK_MONOTONIC at the game's zero
}

func startWatched(t *testing.T) *watched {
	t.Helper()
	dir := t.TempDir()
	makePictures(t, dir)
	w := &watched{t: t, dir: dir}
	w.mode("good")
	config := filepath.Join(dir, "referee.toml")
	text := fmt.Sprintf("[state]\ndir = %q\n[web]\nlisten = \"127.0.0.1:0\"\n[mqtt]\nlisten = \"127.0.0.1:0\"\n[eye]\nsource = \"pipe:%s=%s exec %s\"\n", dir, beCamera, dir, os.Args[0])
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := referee(t, "run", "--config", config)
	cmd.Env = append(cmd.Env, eyeBinary+"="+realEye(t))
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	w.page = pageOf(t, stderr)
	w.findZero()
	return w
}

// findZero learns where the game's time begins.
func (w *watched) findZero() {
	w.t.Helper()
	before := monotonic()
	response, err := http.Get(w.page + "/api/snapshot")
	if err != nil {
		w.t.Fatal(err)
	}
	_ = response.Body.Close()
	var now game.Seconds
	if err := json.Unmarshal([]byte(response.Header.Get("X-Game-Now")), &now); err != nil {
		w.t.Fatal(err)
	}
	w.zero = (before+monotonic())/2 - now.Duration()
}

// mode tells the camera what to do.
func (w *watched) mode(mode string) {
	w.t.Helper()
	if err := os.WriteFile(filepath.Join(w.dir, "mode.new"), []byte(mode), 0o600); err != nil {
		w.t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(w.dir, "mode.new"), filepath.Join(w.dir, "mode")); err != nil {
		w.t.Fatal(err)
	}
}

// since waits until the camera does it, and is the game's time of that moment.
func (w *watched) since(mode string) time.Duration {
	w.t.Helper()
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		data, _ := os.ReadFile(filepath.Join(w.dir, "since"))
		var did string
		var at time.Duration
		if n, _ := fmt.Sscan(string(data), &did, &at); n == 2 && did == mode {
			return at - w.zero
		}
	}
	w.t.Fatalf("the camera never %s", mode)
	return 0
}

// alert waits for an alert after seq whose code and text fit.
func (w *watched) alert(seq int, code, text string, healed bool) game.Event {
	w.t.Helper()
	var last []string
	for end := time.Now().Add(40 * time.Second); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		last = nil
		for _, e := range w.events() {
			if e.Seq <= seq || e.Kind != game.EvAlert {
				continue
			}
			last = append(last, fmt.Sprintf("%s healed %v: %s", e.Code, *e.Healed, e.Text))
			if e.Code == code && *e.Healed == healed && strings.Contains(e.Text, text) {
				return e
			}
		}
	}
	w.t.Fatalf("no alert %s with %q (healed %v) in\n%s", code, text, healed, strings.Join(last, "\n"))
	return game.Event{}
}

func (w *watched) events() (events []game.Event) {
	w.t.Helper()
	response, err := http.Get(w.page + "/api/events")
	if err != nil {
		w.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	for dec := json.NewDecoder(response.Body); dec.More(); {
		var e game.Event
		if err := dec.Decode(&e); err != nil {
			w.t.Fatal(err)
		}
		events = append(events, e)
	}
	return events
}

// seen waits until there is nothing to complain of.
func (w *watched) seen() {
	w.t.Helper()
	for end := time.Now().Add(40 * time.Second); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if snap := askSnapshot(w.t, w.page); len(snap.Alerts) == 0 && w.pictured() && len(w.camera().Corners) == 4 {
			return
		}
	}
	w.t.Fatalf("the eye does not see the board: %+v", askSnapshot(w.t, w.page).Alerts)
}

func (w *watched) pictured() bool {
	response, err := http.Get(w.page + "/api/picture.jpg")
	if err != nil {
		return false
	}
	_ = response.Body.Close()
	return response.StatusCode == http.StatusOK
}

// hearsWithin is how soon after a camera has failed the referee must know, by the stamps of
// the frames: what is lost of them is not lost to a slow test.
const hearsWithin = 2 * time.Second

// TestFailingCameras lets a camera repeat itself, blacken, burn out, be covered, lose its
// focus, stall, die, and send pictures of another size, in which the board is found again. Each
// time the referee is told of it, with its reason, within two seconds, and that it is over.
func TestFailingCameras(t *testing.T) {
	w := startWatched(t)
	w.seen()
	seq := 0
	for _, c := range []struct{ mode, code, text string }{
		{"repeats", "view", "frozen"},
		{"blackens", "view", "dark"},
		{"burns", "view", "overexposed"},
		{"covers", "view", "covered"},
		{"blurs", "view", "blurred"},
		{"stalls", "eye_silent", "no frame for"},
		{"dies", "eye_silent", "no camera is attached"},
		{"shrinks", "eye_size", "640x480"},
	} {
		w.mode(c.mode)
		at := w.since(c.mode)
		e := w.alert(seq, c.code, c.text, false)
		if late := e.At.Duration() - at; late > hearsWithin || late < 0 {
			t.Errorf("%s: told after %v, want at most %v", c.mode, late, hearsWithin)
		} else {
			t.Logf("%s: told after %v: %s", c.mode, late.Round(time.Millisecond), e.Text)
		}
		w.mode("good")
		healed := w.alert(e.Seq, c.code, "", true)
		w.seen()
		if late := healed.At.Duration() - w.since("good"); late > hearsWithin {
			t.Errorf("%s: healed %v after the camera, want at most %v", c.mode, late, hearsWithin)
		} else {
			t.Logf("%s: healed %v after the camera", c.mode, late.Round(time.Millisecond))
		}
		events := w.events()
		seq = events[len(events)-1].Seq
	}
}

// TestCalibratingOverThePage: the arbiter sees where the board is, has it found anew and
// sets its corners by hand; what was found is kept in the calibration file and used by the
// next eye.
func TestCalibratingOverThePage(t *testing.T) {
	w := startWatched(t)
	w.seen()
	first := w.camera()
	if len(first.Corners) != 4 || len(first.Lines) != 30 || first.Width != 960 || first.Sure < 0.5 || len(first.CornerSure) != 4 {
		t.Fatalf("the page is told %+v", first)
	}
	file := filepath.Join(w.dir, "calibration.json")
	if _, err := os.Stat(file); err == nil {
		t.Error("a calibration was kept that nobody has asked for")
	}
	var byHand []float64
	for _, c := range first.Corners {
		byHand = append(byHand, c[0]+4, c[1]-3)
	}
	for _, corners := range [][]float64{byHand, nil} {
		_ = os.Remove(file)
		w.post("/api/camera", map[string]any{"corners": corners}, http.StatusAccepted)
		for end := time.Now().Add(30 * time.Second); ; time.Sleep(50 * time.Millisecond) {
			data, err := os.ReadFile(file)
			if err == nil {
				if !strings.Contains(string(data), `"corner_sure"`) {
					t.Errorf("kept %s", data)
				}
				break
			}
			if time.Now().After(end) {
				t.Fatalf("corners %v: nothing was kept", corners)
			}
		}
		for i, c := range w.camera().Corners {
			if dx, dy := c[0]-first.Corners[i][0], c[1]-first.Corners[i][1]; dx*dx+dy*dy > 2*2 {
				t.Errorf("corner %d was found at %v, before at %v", i, c, first.Corners[i])
			}
		}
	}
	w.post("/api/camera", map[string]any{"corners": []float64{1, 1, 2, 2, 3, 3, 4, 4}}, http.StatusConflict)
	w.post("/api/camera", map[string]any{"corners": []float64{1, 1}}, http.StatusBadRequest)
}

func (w *watched) camera() (v web.CameraView) {
	w.t.Helper()
	response, err := http.Get(w.page + "/api/camera")
	if err != nil {
		w.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	if err := json.NewDecoder(response.Body).Decode(&v); err != nil {
		w.t.Fatal(err)
	}
	return v
}

// post gives an order as the arbiter, who sits at the appliance itself.
func (w *watched) post(address string, body any, want int) {
	w.t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		w.t.Fatal(err)
	}
	response, err := http.Post(w.page+address, "application/json", bytes.NewReader(text))
	if err != nil {
		w.t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != want {
		answer, _ := io.ReadAll(response.Body)
		w.t.Errorf("%s %s: %d %s, want %d", address, text, response.StatusCode, answer, want)
	}
}
