package web

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"shinpan/game"
)

// seenBoard is a camera that sees a board, its last corner badly.
func seenBoard() *CameraView {
	at := game.Seconds(3e9)
	return &CameraView{
		Width: 320, Height: 180, Corners: [][2]float64{{80, 20}, {240, 20}, {260, 160}, {60, 160}},
		Lines: [][]float64{{80, 20, 240, 20}, {60, 160, 260, 160}}, Sure: 0.97, CornerSure: []float64{1, 1, 0.9, 0.2},
		Advice: []string{"the lamp glares on J10…L12: move it or tilt the camera"}, At: &at, Report: "exposure: locked at 156",
	}
}

// finder notes what it is asked to find.
type finder struct {
	mu    sync.Mutex
	asked [][]float64
	err   error
}

func (f *finder) find(corners []float64) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.asked = append(f.asked, corners)
	return f.err
}

func (f *finder) last() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.asked) == 0 {
		return "nothing"
	}
	return fmt.Sprint(f.asked[len(f.asked)-1])
}

// TestFindingTheBoardIsTheArbiters: anybody may know where it is, only the arbiter has it
// found anew.
func TestFindingTheBoardIsTheArbiters(t *testing.T) {
	f := &finder{}
	tb := started(t, config("camera"), Options{ArbiterPIN: "2468", Camera: seenBoard, FindBoard: f.find})
	w := tb.handle("GET", "/api/camera", "")
	status(t, w, 200)
	if !strings.Contains(w.Body.String(), `"corner_sure":[1,1,0.9,0.2]`) {
		t.Errorf("says %s", w.Body)
	}
	cookie := tb.server.gate.cookie()
	arbiter := []string{"Cookie", cookie.Name + "=" + cookie.Value}
	status(t, tb.handle("POST", "/api/camera", `{"corners":[]}`), 401)
	if f.last() != "nothing" {
		t.Error("a spectator has the board found anew")
	}
	for body, want := range map[string]int{
		`{"corners":[]}`: 202, `{}`: 202, `{"corners":[1,2,3,2,3,4,1,4]}`: 202,
		`{"corners":[1,2]}`: 400, `{"corners":[1,2,3,2,3,4,1,1e9]}`: 400, `{"corners":"all"}`: 400, `{"corner":[]}`: 400,
	} {
		if w := tb.handle("POST", "/api/camera", body, arbiter...); w.Code != want {
			t.Errorf("%s: %d %s, want %d", body, w.Code, w.Body, want)
		}
	}
	f.err = fmt.Errorf("camera: the eye does not listen")
	status(t, tb.handle("POST", "/api/camera", `{}`, arbiter...), 409)
	none := started(t, config("none"), Options{})
	status(t, none.handle("GET", "/api/camera", ""), 404)
	status(t, none.handle("POST", "/api/camera", `{}`, "From", "127.0.0.1", "Host", "localhost"), 404)
}

// pageFindsTheBoard: the arbiter sees the lines over the picture, has the board found anew,
// and drags a corner.
func pageFindsTheBoard(t *testing.T, b *browser) {
	f := &finder{}
	picture := grey(t, 320, 180)
	tb := started(t, config("camera"), Options{Picture: func() []byte { return picture }, Camera: seenBoard, FindBoard: f.find})
	url, _ := tb.listen("")
	a := b.open(t, strings.Replace(url, "127.0.0.1", "localhost", 1)+"/arbiter", 1280, 900)
	a.until(text("#title"), "Table 1")
	a.click("#camera")
	a.until(`document.querySelectorAll("#picture polyline").length + " " + document.querySelectorAll("#picture circle[data-doubt]").length`, "2 1")
	a.until(`[...document.querySelectorAll("#picture .advice li")].map((l) => l.textContent.slice(0, 15)).join("|")`,
		"The board was f|The lamp glares|Exposure: locke")
	a.shot("camera-1280")
	button := func(n int) {
		t.Helper()
		a.eval(fmt.Sprintf(`document.querySelectorAll("#picture .row button")[%d].click()`, n))
	}
	button(0)
	a.until(text("#toast"), "The eye looks for the board anew.")
	if got := f.last(); got != "[]" {
		t.Errorf("asked to find %s", got)
	}
	button(1)
	a.until(`document.querySelectorAll("#picture polygon").length`, "1")
	a.eval(`(() => {
		const drag = (type, target, x, y) => target.dispatchEvent(new PointerEvent(type, { bubbles: true, cancelable: true, pointerId: 1, clientX: x, clientY: y }));
		const lines = document.querySelector("#picture svg"); lines.setPointerCapture = () => {};
		const ring = lines.querySelector("[data-corner='0']"), box = ring.getBoundingClientRect(), one = lines.getScreenCTM().a;
		drag("pointerdown", ring, box.x + box.width / 2, box.y + box.height / 2);
		drag("pointermove", lines, box.x + box.width / 2 + 10 * one, box.y + box.height / 2);
		drag("pointerup", lines, 0, 0);
	})()`)
	button(0)
	a.until(`document.querySelectorAll("#picture polygon").length`, "0")
	if got := f.last(); got != "[90 20 240 20 260 160 60 160]" {
		t.Errorf("asked to find %s", got)
	}
	p := b.open(t, url, 1280, 900)
	p.until(text("#title"), "Table 1")
	p.click("#camera")
	p.until(`document.querySelector("#picture img").naturalWidth + " " + document.querySelectorAll("#picture svg, #picture button").length`, "320 0")
}
