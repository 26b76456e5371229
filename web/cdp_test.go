package web

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

// patience bounds every wait for the browser; on a busy machine it is slow, not wrong.
const patience = 30 * time.Second

// browser is a headless Chromium spoken to over the DevTools protocol.
type browser struct {
	conn *websocket.Conn
	mu   sync.Mutex
	next int
	// waiting are the calls that have no answer yet.
	waiting map[int]chan reply
}

type reply struct {
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Message string `json:"message"`
	} `json:"error"`
}

// tab is one page of the browser.
type tab struct {
	t       *testing.T
	browser *browser
	session string
}

// newBrowser starts Chromium, or skips the test where there is none.
func newBrowser(t *testing.T) *browser {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("SKIPPED: chromium is not installed (apt-get install chromium): the page is not tested in a browser")
	}
	profile := t.TempDir()
	cmd := exec.Command(path, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
		"--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
		"--hide-scrollbars", "--force-color-profile=srgb", "--remote-debugging-port=0",
		"--user-data-dir="+filepath.Join(profile, "profile"), "about:blank")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // its own group: nobody else's browser
		_ = cmd.Wait()
	})
	address := make(chan string, 1)
	go func() {
		for lines := bufio.NewScanner(stderr); lines.Scan(); {
			if _, ws, ok := strings.Cut(lines.Text(), "DevTools listening on "); ok {
				address <- ws
			}
		}
	}()
	select {
	case ws := <-address:
		return dial(t, ws)
	case <-time.After(patience):
		t.Fatal("chromium has not said where it listens")
		return nil
	}
}

func dial(t *testing.T, address string) *browser {
	t.Helper()
	conn, resp, err := websocket.DefaultDialer.DialContext(t.Context(), address, nil)
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	b := &browser{conn: conn, waiting: map[int]chan reply{}}
	read := make(chan struct{})
	go func() {
		defer close(read)
		for {
			var m struct {
				ID int `json:"id"`
				reply
			}
			if conn.ReadJSON(&m) != nil {
				return
			}
			b.mu.Lock()
			answer := b.waiting[m.ID]
			delete(b.waiting, m.ID)
			b.mu.Unlock()
			if answer != nil {
				answer <- m.reply
			}
		}
	}()
	t.Cleanup(func() {
		_ = conn.Close()
		<-read
	})
	return b
}

// call runs one command of the protocol and reads its result into out.
func (b *browser) call(session, method string, params, out any) error {
	answer := make(chan reply, 1)
	b.mu.Lock()
	b.next++
	b.waiting[b.next] = answer
	err := b.conn.WriteJSON(map[string]any{"id": b.next, "sessionId": session, "method": method, "params": params})
	b.mu.Unlock()
	if err != nil {
		return err
	}
	select {
	case r := <-answer:
		if r.Error != nil {
			return fmt.Errorf("%s: %s", method, r.Error.Message)
		}
		if out == nil {
			return nil
		}
		return json.Unmarshal(r.Result, out)
	case <-time.After(patience):
		return fmt.Errorf("%s: no answer", method)
	}
}

// open shows an address in a new page of the given size.
func (b *browser) open(t *testing.T, url string, width, height int) *tab {
	t.Helper()
	var target struct{ TargetID string }
	var session struct{ SessionID string }
	if err := b.call("", "Target.createTarget", map[string]any{"url": "about:blank"}, &target); err != nil {
		t.Fatal(err)
	}
	if err := b.call("", "Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &session); err != nil {
		t.Fatal(err)
	}
	p := &tab{t, b, session.SessionID}
	p.do("Page.enable", nil)
	p.size(width, height)
	p.do("Page.navigate", map[string]any{"url": url})
	return p
}

func (p *tab) size(width, height int) {
	p.t.Helper()
	p.do("Emulation.setDeviceMetricsOverride", map[string]any{
		"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600,
	})
}

func (p *tab) do(method string, params map[string]any) {
	p.t.Helper()
	if params == nil {
		params = map[string]any{}
	}
	if err := p.browser.call(p.session, method, params, nil); err != nil {
		p.t.Fatal(err)
	}
}

// eval runs an expression in the page and returns its value as text.
func (p *tab) eval(expression string) string {
	p.t.Helper()
	var out struct {
		Result           struct{ Value any }
		ExceptionDetails *struct{ Exception struct{ Description string } }
	}
	err := p.browser.call(p.session, "Runtime.evaluate", map[string]any{
		"expression": "(async () => String(await (" + expression + ")))()", "awaitPromise": true, "returnByValue": true,
	}, &out)
	switch {
	case err != nil:
		p.t.Fatal(err)
	case out.ExceptionDetails != nil:
		return "exception: " + out.ExceptionDetails.Exception.Description
	}
	return fmt.Sprint(out.Result.Value)
}

// until waits until an expression has a value.
func (p *tab) until(expression, want string) {
	p.t.Helper()
	var got string
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if got = p.eval(expression); got == want {
			return
		}
	}
	p.shot("failed")
	p.t.Fatalf("%s\n  is   %s\n  want %s", expression, got, want)
}

// key presses and releases a key.
func (p *tab) key(code, key string, keyCode int) {
	p.t.Helper()
	for _, kind := range []string{"rawKeyDown", "keyUp"} {
		p.do("Input.dispatchKeyEvent", map[string]any{"type": kind, "code": code, "key": key, "windowsVirtualKeyCode": keyCode})
	}
}

// click presses and releases the mouse in the middle of an element.
func (p *tab) click(selector string) {
	p.t.Helper()
	p.mouseDown(selector)
	p.mouse("mouseReleased", p.middle(selector))
}

// mouseDown puts the mouse button down in the middle of an element, and does not let go.
func (p *tab) mouseDown(selector string) {
	p.t.Helper()
	p.mouse("mousePressed", p.middle(selector))
}

type place struct{ X, Y float64 }

func (p *tab) middle(selector string) (at place) {
	p.t.Helper()
	text := p.eval(`(() => { const r = document.querySelector(` + fmt.Sprintf("%q", selector) + `).getBoundingClientRect();
		return JSON.stringify({x: r.x + r.width / 2, y: r.y + r.height / 2}) })()`)
	if err := json.Unmarshal([]byte(text), &at); err != nil {
		p.t.Fatalf("%s: %s: %v", selector, text, err)
	}
	return at
}

func (p *tab) mouse(kind string, at place) {
	p.t.Helper()
	p.do("Input.dispatchMouseEvent", map[string]any{"type": kind, "x": at.X, "y": at.Y, "button": "left", "clickCount": 1})
}

// shot keeps a picture of the page in the directory SHINPAN_SHOTS, where somebody wants to look.
func (p *tab) shot(name string) {
	p.t.Helper()
	dir := os.Getenv("SHINPAN_SHOTS")
	if dir == "" {
		return
	}
	var out struct{ Data string }
	if err := p.browser.call(p.session, "Page.captureScreenshot", map[string]any{"format": "png"}, &out); err != nil {
		p.t.Fatal(err)
	}
	data, err := base64.StdEncoding.DecodeString(out.Data)
	if err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), data, 0o644); err != nil {
		p.t.Fatal(err)
	}
}

// shotWhen keeps a picture once an expression has a value.
func (p *tab) shotWhen(expression, want, name string) {
	p.t.Helper()
	p.until(expression, want)
	p.shot(name)
}
