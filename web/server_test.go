package web

import (
	"context"
	"encoding/json"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"shinpan/clock"
	"shinpan/game"
)

func TestRoutes(t *testing.T) {
	tb := started(t, config("routes"), Options{
		DeskButtons: true, ArbiterPIN: "2468",
		Picture: func() []byte { return []byte{0xff, 0xd8, 0xff} },
		Record:  func() []byte { return []byte("(;GM[4])") },
	}, kagetsu[:4]...)
	for _, test := range []struct {
		method, target string
		status         int
		kind, contains string
	}{
		{"GET", "/", 200, "text/html; charset=utf-8", `id="board"`},
		{"GET", "/desk", 200, "text/html; charset=utf-8", `id="board"`},
		{"GET", "/arbiter", 200, "text/html; charset=utf-8", `id="board"`},
		{"GET", "/static/app.js", 200, "text/javascript; charset=utf-8", "Stream"},
		{"GET", "/static/page.css", 200, "text/css; charset=utf-8", "--ink"},
		{"GET", "/favicon.ico", 200, "image/svg+xml", "<svg"},
		{"GET", "/static/nothing.js", 404, "", ""},
		{"GET", "/static/../server.go", 307, "", ""}, // the mux cleans it to /server.go
		{"GET", "/server.go", 404, "", ""},
		{"GET", "/api/snapshot", 200, "application/json", `"game":"routes"`},
		{"GET", "/api/snapshot?view=desk", 200, "application/json", `"game":"routes"`},
		{"GET", "/api/snapshot?view=arbiter", 401, "application/json", "PIN"},
		{"GET", "/api/snapshot?view=god", 400, "application/json", "view"},
		{"GET", "/api/events", 200, "application/jsonl", `"kind":"start"`},
		{"GET", "/api/events?since=x", 400, "application/json", "since"},
		{"GET", "/api/events?since=-1", 400, "application/json", "since"},
		{"GET", "/api/about", 200, "application/json", `{"desk":true,"picture":true,"record":true,"clips":false,"pin":true,"arbiter":false}`},
		{"GET", "/api/picture.jpg", 200, "image/jpeg", "\xff\xd8\xff"},
		{"GET", "/game.sgf", 200, "application/x-go-sgf; charset=utf-8", "(;GM[4])"},
		{"GET", "/events?since=x", 400, "application/json", "since"},
		{"GET", "/events?view=arbiter", 401, "application/json", "PIN"},
		{"DELETE", "/api/press", 405, "", ""},
		{"GET", "/api/command", 405, "", ""},
	} {
		w := tb.handle(test.method, test.target, "")
		if w.Code != test.status || !strings.Contains(w.Body.String(), test.contains) ||
			test.kind != "" && w.Header().Get("Content-Type") != test.kind {
			t.Errorf("%s %s: %d %s %.80q, want %d %s with %q", test.method, test.target,
				w.Code, w.Header().Get("Content-Type"), w.Body, test.status, test.kind, test.contains)
		}
		if csp := w.Header().Get("Content-Security-Policy"); !strings.Contains(csp, "default-src 'none'") {
			t.Errorf("%s %s: content security policy %q", test.method, test.target, csp)
		}
	}
}

func TestNothingOffered(t *testing.T) {
	tb := newTable(t, config("bare"), Options{})
	tb.server.opts.Command = nil
	for _, target := range []string{"/api/picture.jpg", "/game.sgf", "/api/snapshot?view=desk", "/events?view=desk"} {
		status(t, tb.handle("GET", target, ""), http.StatusNotFound)
	}
	for _, target := range []string{"/api/press", "/api/command"} {
		status(t, tb.handle("POST", target, `{"side":"p1"}`), http.StatusNotFound)
	}
	bare := newServer(Options{})
	tb.server = bare
	status(t, tb.handle("GET", "/api/snapshot", ""), http.StatusServiceUnavailable)
}

func TestSnapshotIsTheGames(t *testing.T) {
	tb := started(t, config("snapshot"), Options{}, kagetsu[:6]...)
	want, err := json.Marshal(tb.game.Snapshot(tb.at, ""))
	if err != nil {
		t.Fatal(err)
	}
	if got := tb.handle("GET", "/api/snapshot", "").Body.String(); got != string(want) {
		t.Errorf("snapshot\n%s\nwant\n%s", got, want)
	}
}

// The page brings the game along, and no name can break out of the block it comes in.
func TestPageBringsTheGame(t *testing.T) {
	cfg := config("first")
	cfg.P1 = "</script><script>alert(1)</script>"
	tb := started(t, cfg, Options{}, kagetsu[:3]...)
	html := tb.handle("GET", "/", "").Body.String()
	_, rest, _ := strings.Cut(html, `id="first">`)
	block, _, found := strings.Cut(rest, "</script>")
	var first struct {
		About    About
		Now      *game.Seconds
		Snapshot *game.Snapshot
		Events   []game.Event
	}
	if err := json.Unmarshal([]byte(block), &first); !found || err != nil {
		t.Fatalf("block %.100q: %v", block, err)
	}
	if first.Snapshot.P1 != cfg.P1 || len(first.Events) != len(tb.events) || *first.Now != game.Seconds(tb.at) {
		t.Errorf("the page brings %+v", first)
	}
	tb.server = newServer(Options{}) // nothing published yet
	if w := tb.handle("GET", "/", ""); !strings.Contains(w.Body.String(), `"events":[]`) {
		t.Errorf("before the first snapshot: %.300s", w.Body)
	}
}

func TestStaticFilesAreAskedForAgain(t *testing.T) {
	tb := newTable(t, config("etag"), Options{})
	first := tb.handle("GET", "/static/app.js", "")
	status(t, first, http.StatusOK)
	status(t, tb.handle("GET", "/static/app.js", "", "If-None-Match", first.Header().Get("ETag")), http.StatusNotModified)
	status(t, tb.handle("GET", "/static/app.js", "", "If-None-Match", `"older"`), http.StatusOK)
}

func TestStaticDirectory(t *testing.T) {
	dir := t.TempDir()
	if _, err := New(Options{Listen: "127.0.0.1:0", StaticDir: dir}); err == nil || !strings.Contains(err.Error(), "index.html") {
		t.Errorf("a directory without a page: %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "index.html"), []byte("worked on"), 0o644); err != nil {
		t.Fatal(err)
	}
	tb := newTable(t, config("dir"), Options{StaticDir: dir})
	if w := tb.handle("GET", "/", ""); w.Body.String() != "worked on" {
		t.Errorf("page from the directory: %d %q", w.Code, w.Body)
	}
}

// The page works without the Internet and under its own content security policy: no
// address of another host, no script or style inside the HTML.
func TestStaticFilesNeedNobody(t *testing.T) {
	foreign := regexp.MustCompile(`(?:https?:)?//[a-z0-9-]+\.[a-z]`)
	inline := regexp.MustCompile(`<script(?:\s[^>]*)?>[^<\s]|\sstyle=|\son[a-z]+=|javascript:`)
	err := fs.WalkDir(embedded, "static", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(embedded, name)
		if err != nil {
			return err
		}
		text := strings.ReplaceAll(string(data), "http://www.w3.org/2000/svg", "")
		if at := foreign.FindString(text); at != "" {
			t.Errorf("%s: asks another host: %s", name, at)
		}
		if at := inline.FindString(text); at != "" && filepath.Ext(name) == ".html" {
			t.Errorf("%s: %q is forbidden by the content security policy", name, at)
		}
		if contentTypes[filepath.Ext(name)] == "" {
			t.Errorf("%s: is never served, its kind has no content type", name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestPortInUse(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = taken.Close() }()
	_, port, _ := net.SplitHostPort(taken.Addr().String())
	for address, want := range map[string]string{
		taken.Addr().String(): "web: port " + port + " is in use: stop the other program",
		"8080":                "want host:port or :port",
		"127.0.0.1:http-no":   "web: listen",
	} {
		if _, err := New(Options{Listen: address}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("listen %q: %v, want %q", address, err, want)
		}
	}
}

// An open stream must not keep the appliance from stopping, nor hold the port.
func TestRunEndsWithOpenStreams(t *testing.T) {
	tb := started(t, config("end"), Options{}, kagetsu[:2]...)
	url, stop := tb.listen("")
	resp, err := http.Get(url + "/events") //nolint:noctx // ended by the server, which is what is tested
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	stop()
	again, err := net.Listen("tcp", strings.TrimPrefix(url, "http://"))
	if err != nil {
		t.Fatalf("the port is still held: %v", err)
	}
	_ = again.Close()
}

func TestRunReportsALostSocket(t *testing.T) {
	s, err := New(Options{Listen: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	_ = s.listener.Close()
	if err := s.Run(context.Background()); err == nil || !strings.HasPrefix(err.Error(), "web: serve 127.0.0.1:") {
		t.Errorf("run on a closed socket: %v", err)
	}
}

// A silent referee must not tell through the page what the game tells the arbiter alone.
func TestTournamentFoulStaysWithTheArbiter(t *testing.T) {
	cfg := config("silent")
	cfg.Mode = game.Tournament
	tb := started(t, cfg, Options{ArbiterPIN: "2468", DeskButtons: true}, kagetsu...)
	for page, want := range map[string]bool{"/": false, "/desk": false, "/arbiter": false} {
		if got := strings.Contains(tb.handle("GET", page, "").Body.String(), `"foul":"33"`); got != want {
			t.Errorf("%s: brings the double-three along: %v, want %v", page, got, want)
		}
	}
	cookie := tb.server.gate.cookie()
	if w := tb.handle("GET", "/arbiter", "", "Cookie", cookie.Name+"="+cookie.Value); !strings.Contains(w.Body.String(), `"foul":"33"`) {
		t.Error("the arbiter's page does not bring the double-three along")
	}
	for view, want := range map[string]bool{"": false, "?view=desk": false, "?view=arbiter": true} {
		for _, target := range []string{"/api/snapshot", "/api/events"} {
			w := tb.handle("GET", target+view, "", pinHeader, "2468")
			status(t, w, http.StatusOK)
			if got := strings.Contains(w.Body.String(), `"foul":"33"`); got != want {
				t.Errorf("%s%s: tells of the double-three: %v, want %v", target, view, got, want)
			}
		}
	}
	tb.server.opts.Record = func() []byte { return []byte("(;C[double-three])") }
	status(t, tb.handle("GET", "/game.sgf", ""), http.StatusForbidden)
	tb.do(game.Input{Kind: game.Resign, Side: clock.P2})
	status(t, tb.handle("GET", "/game.sgf", ""), http.StatusOK)
	club := started(t, config("club"), Options{}, kagetsu...)
	if w := club.handle("GET", "/api/snapshot", ""); !strings.Contains(w.Body.String(), `"foul":"33"`) {
		t.Error("in club mode the double-three is everybody's to know")
	}
}
