package web

import (
	"bytes"
	"encoding/json"
	"image"
	"image/color"
	"image/jpeg"
	"path/filepath"
	"strings"
	"testing"

	"shinpan/evidence"
	"shinpan/game"
)

// filmed keeps a clip of five pictures for the newest event of a kind.
func filmed(t *testing.T, s *evidence.Store, tb *table, kind game.EventKind) (id string) {
	t.Helper()
	for _, e := range tb.events {
		if e.Kind == kind {
			id = e.Evidence
		}
	}
	if id == "" {
		t.Fatalf("no %s with pictures", kind)
	}
	gameID := tb.game.Config().ID
	if err := s.Begin(evidence.Clip{Game: gameID, ID: id, At: 11, Kinds: []string{string(kind)}, Points: []string{"J8"}}); err != nil {
		t.Fatal(err)
	}
	add := func(kind evidence.Kind, p evidence.Picture) {
		t.Helper()
		if err := s.Add(gameID, id, kind, p, grey(t, p.Width, p.Height)); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 5 {
		add(evidence.Whole, evidence.Picture{At: 9 + float64(i), Width: 320, Height: 180})
	}
	for i := range 3 {
		add(evidence.Crop, evidence.Picture{At: 9 + float64(2*i), Width: 90, Height: 90, Point: "J8"})
	}
	add(evidence.Strip, evidence.Picture{Width: 1600, Height: 180})
	if err := s.End(gameID, id, ""); err != nil {
		t.Fatal(err)
	}
	return id
}

func grey(t *testing.T, w, h int) []byte {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, w, h))
	for x := range w {
		img.SetGray(x, h/2, color.Gray{Y: uint8(x)})
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func clipStore(t *testing.T) *evidence.Store {
	t.Helper()
	s, err := evidence.Open(filepath.Join(t.TempDir(), "evidence"), evidence.Limits{Bytes: 1 << 30})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestPicturesTellNoSecrets: in a tournament the pictures of a foul are the arbiter's until
// the game is over; those of what everybody is told are everybody's.
func TestPicturesTellNoSecrets(t *testing.T) {
	cfg := config("silent")
	cfg.Mode = game.Tournament
	store := clipStore(t)
	tb := started(t, cfg, Options{ArbiterPIN: "2468", Clips: store, DeskButtons: true}, kagetsu...)
	secret := filmed(t, store, tb, game.EvFoul)
	if err := store.Begin(evidence.Clip{Game: "older", ID: "p0001"}); err != nil {
		t.Fatal(err)
	}
	tb.do(game.Input{Kind: game.Infract, Side: 1, Code: "V2", Who: "arbiter"})
	open := filmed(t, store, tb, game.EvInfraction)
	cookie := tb.server.gate.cookie()
	arbiter := []string{"Cookie", cookie.Name + "=" + cookie.Value}
	for _, c := range []struct {
		target  string
		headers []string
		status  int
	}{
		{"/evidence/" + secret + "/000.jpg", nil, 404},
		{"/evidence/" + secret + "/strip.jpg?view=desk", nil, 404},
		{"/evidence/" + secret + "/clip.avi", nil, 404},
		{"/evidence/" + secret + "/000.jpg", arbiter, 200},
		{"/evidence/" + secret + "/clip.avi", arbiter, 200},
		{"/evidence/" + open + "/000.jpg", nil, 200},
		{"/evidence/" + open + "/J8-002.jpg?view=desk", nil, 200},
		{"/evidence/" + open + "/index.json", arbiter, 404},
		{"/evidence/" + open + "/..%2f" + secret + "%2f000.jpg", nil, 404},
		{"/evidence/p9999/000.jpg", arbiter, 404},
		{"/evidence.zip", nil, 403},
		{"/evidence.zip", arbiter, 200},
		{"/evidence.zip?game=silent", arbiter, 200},
		{"/evidence.zip?game=older", arbiter, 200},
		{"/evidence.zip?game=none", arbiter, 404},
		{"/evidence.zip?game=..%2f..", arbiter, 404},
	} {
		if w := tb.handle("GET", c.target, "", c.headers...); w.Code != c.status {
			t.Errorf("%s %v: %d, want %d: %.80s", c.target, c.headers, w.Code, c.status, w.Body)
		}
	}
	if got := clipNames(t, tb); got != open {
		t.Errorf("a spectator is told of %q, want %q", got, open)
	}
	if got := clipNames(t, tb, arbiter...); got != secret+" "+open {
		t.Errorf("the arbiter is told of %q", got)
	}
	// A draw by the board is not the last word: what could be claimed stays untold.
	drawn := *tb.game.Snapshot(tb.at, "")
	drawn.Outcome = &game.Outcome{Winner: "none", Reason: game.ByDrawFull}
	tb.server.Publish(nil, &drawn)
	status(t, tb.handle("GET", "/evidence.zip", ""), 403)
	if got := clipNames(t, tb); got != open {
		t.Errorf("after a draw that may be claimed a spectator is told of %q", got)
	}
	tb.do(game.Input{Kind: game.Rule, Side: 1, Reason: "agreed", Who: "arbiter"})
	if got := clipNames(t, tb); got != secret+" "+open {
		t.Errorf("after the game everybody is told of %q", got)
	}
	status(t, tb.handle("GET", "/evidence/"+secret+"/000.jpg", ""), 200)
	status(t, tb.handle("GET", "/evidence.zip", ""), 200)
	status(t, tb.handle("GET", "/evidence.zip?game=older", ""), 401)
}

func clipNames(t *testing.T, tb *table, headers ...string) string {
	t.Helper()
	w := tb.handle("GET", "/api/evidence", "", headers...)
	var clips []evidence.Clip
	if err := json.Unmarshal(w.Body.Bytes(), &clips); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, c := range clips {
		names = append(names, c.ID)
	}
	return strings.Join(names, " ")
}

// TestNoPictures: an appliance that keeps none says so.
func TestNoPictures(t *testing.T) {
	tb := started(t, config("none"), Options{})
	if w := tb.handle("GET", "/api/evidence", ""); strings.TrimSpace(w.Body.String()) != "[]" {
		t.Errorf("says %s", w.Body)
	}
	status(t, tb.handle("GET", "/evidence/p0001/000.jpg", ""), 404)
	status(t, tb.handle("GET", "/evidence.zip", ""), 404)
}

// pageShowsPictures: the arbiter sees them at the event, everybody else after a click.
func pageShowsPictures(t *testing.T, b *browser) {
	store := clipStore(t)
	tb := started(t, config("pictures"), Options{Clips: store}, kagetsu...)
	id := filmed(t, store, tb, game.EvFoul)
	url, _ := tb.listen("")
	a := b.open(t, strings.Replace(url, "127.0.0.1", "localhost", 1)+"/arbiter", 1280, 900)
	loaded := func(selector string) string {
		return `[...document.querySelectorAll("` + selector + `")].map((i) => i.naturalWidth).join()`
	}
	a.until(loaded("[data-clip="+id+"] .strip"), "1600")
	a.until(loaded("[data-clip="+id+"] .crops img"), "90,90,90")
	a.click("[data-clip=" + id + "] .strip")
	a.until(loaded("[data-clip="+id+"] .viewer img"), "320")
	a.until(text("[data-clip="+id+"] output"), "+0.0 s")
	a.shot("pictures-1280")
	p := b.open(t, url, 390, 844)
	p.until(text("[data-clip="+id+"] button"), "Pictures")
	p.eval(`document.querySelector("[data-clip=` + id + `]").scrollIntoView()`)
	p.click("[data-clip=" + id + "] button")
	p.until(loaded("[data-clip="+id+"] .strip"), "1600")
	p.until(`document.documentElement.scrollWidth <= innerWidth`, "true")
	p.shot("pictures-phone")
}
