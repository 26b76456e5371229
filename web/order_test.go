package web

import (
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"shinpan/board"
	"shinpan/clock"
	"shinpan/game"
)

func TestPress(t *testing.T) {
	for _, test := range []struct {
		name    string
		body    string
		headers []string
		status  int
		presses int
	}{
		{"first player", `{"side":"p1"}`, nil, 204, 1},
		{"second player", `{"side":"p2"}`, nil, 204, 1},
		{"our own page", `{"side":"p1"}`, []string{"Origin", "http://example.com", "Sec-Fetch-Site", "same-origin"}, 204, 1},
		{"nobody", `{"side":"none"}`, nil, 400, 0},
		{"no side", `{}`, nil, 400, 0},
		{"no such side", `{"side":"p3"}`, nil, 400, 0},
		{"unknown field", `{"side":"p1","at":5}`, nil, 400, 0},
		{"two bodies", `{"side":"p1"}{"side":"p1"}`, nil, 400, 0},
		{"no JSON", `side=p1`, nil, 400, 0},
		{"too long", `{"side":"p1` + strings.Repeat(" ", maxBody) + `"}`, nil, 413, 0},
		{"an HTML form", `{"side":"p1"}`, []string{"Content-Type", "text/plain"}, 415, 0},
		{"another site", `{"side":"p1"}`, []string{"Sec-Fetch-Site", "cross-site"}, 403, 0},
		{"another site, old browser", `{"side":"p1"}`, []string{"Origin", "http://evil.example"}, 403, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			tb := started(t, config("press"), Options{DeskButtons: true})
			status(t, tb.handle("POST", "/api/press", test.body, test.headers...), test.status)
			if len(tb.presses) != test.presses {
				t.Errorf("presses %v, want %d", tb.presses, test.presses)
			}
		})
	}
	tb := newTable(t, config("off"), Options{})
	status(t, tb.handle("POST", "/api/press", `{"side":"p1"}`), http.StatusNotFound)
	if len(tb.presses) != 0 {
		t.Error("a button that is off was pressed")
	}
	full := newTable(t, config("full"), Options{DeskButtons: true, Press: func(clock.Side) error { return errors.New("too many presses wait") }})
	if r := full.handle("POST", "/api/press", `{"side":"p1"}`); r.Code != http.StatusServiceUnavailable || !strings.Contains(r.Body.String(), "too many presses wait") {
		t.Errorf("a press that could not be taken: %d %s", r.Code, r.Body)
	}
}

// Who may order what, from where, with which PIN.
func TestOrders(t *testing.T) {
	const far, near = "192.0.2.7", "127.0.0.1"
	for _, test := range []struct {
		name      string
		pin, desk string // the appliance's: "" for none, "desk" for buttons on the page
		from      string
		host      string
		offered   string
		body      string
		status    int
		who       string
	}{
		{"arbiter starts", "2468", "", far, "table", "2468", `{"kind":"start"}`, 204, "arbiter"},
		{"wrong PIN", "2468", "", far, "table", "1111", `{"kind":"start"}`, 401, ""},
		{"no PIN", "2468", "", far, "table", "", `{"kind":"start"}`, 401, ""},
		{"no PIN on the appliance", "2468", "", near, "localhost:8080", "", `{"kind":"start"}`, 401, ""},
		{"none set, far", "", "", far, "table", "", `{"kind":"start"}`, 403, ""},
		{"none set, on the appliance", "", "", near, "localhost:8080", "", `{"kind":"start"}`, 204, "arbiter"},
		{"none set, on the appliance by number", "", "", near, "127.0.0.1", "", `{"kind":"start"}`, 204, "arbiter"},
		{"none set, a name that was bent to us", "", "", near, "evil.example", "", `{"kind":"start"}`, 403, ""},
		{"none set, far behind a proxy on the appliance", "", "", near, "proxied", "", `{"kind":"start"}`, 403, ""},
		{"none set, desk starts", "", "desk", far, "table", "", `{"kind":"start"}`, 204, "desk"},
		{"desk does not start for the arbiter", "2468", "desk", far, "table", "", `{"kind":"start"}`, 401, ""},
		{"desk stops", "2468", "desk", far, "table", "", `{"kind":"pause"}`, 204, "desk"},
		{"desk resigns", "2468", "desk", far, "table", "", `{"kind":"resign","side":"p1"}`, 204, "desk"},
		{"desk claims", "2468", "desk", far, "table", "", `{"kind":"claim","side":"p2","what":"foul","point":"J8"}`, 204, "desk"},
		{"no desk, no resignation", "2468", "", far, "table", "", `{"kind":"resign","side":"p1"}`, 401, ""},
		{"wrong PIN is never the desk", "2468", "desk", far, "table", "1111", `{"kind":"pause"}`, 401, ""},
		{"desk does not adjust", "", "desk", far, "table", "", `{"kind":"adjust","side":"p1","delta":60000000000}`, 403, ""},
		{"arbiter adjusts", "2468", "", far, "table", "2468", `{"kind":"adjust","side":"p1","delta":-60000000000}`, 204, "arbiter"},
		{"by nothing", "2468", "", far, "table", "2468", `{"kind":"adjust","side":"p1","delta":0}`, 400, ""},
		{"by a week", "2468", "", far, "table", "2468", `{"kind":"adjust","side":"p1","delta":604800000000000}`, 400, ""},
		{"of nobody", "2468", "", far, "table", "2468", `{"kind":"adjust","delta":60000000000}`, 400, ""},
		{"arbiter corrects", "2468", "", far, "table", "2468", `{"kind":"correct","point":"H8","color":"empty"}`, 204, "arbiter"},
		{"no point", "2468", "", far, "table", "2468", `{"kind":"correct","color":"black"}`, 400, ""},
		{"off any board", "2468", "", far, "table", "2468", `{"kind":"correct","point":"T20","color":"black"}`, 400, ""},
		{"ruling", "2468", "", far, "table", "2468", `{"kind":"rule","side":"p1","reason":"absent"}`, 204, "arbiter"},
		{"ruling without a reason", "2468", "", far, "table", "2468", `{"kind":"rule","side":"p1"}`, 400, ""},
		{"claim of what", "2468", "desk", far, "table", "", `{"kind":"claim","side":"p1","what":"glory"}`, 400, ""},
		{"the eye's word", "2468", "", far, "table", "2468", `{"kind":"see","point":"H8","color":"black"}`, 400, ""},
		{"a press in disguise", "2468", "", far, "table", "2468", `{"kind":"press","side":"p1"}`, 400, ""},
		{"an opening's choice", "2468", "desk", far, "table", "", `{"kind":"choose","side":"p2","point":"J9"}`, 204, "desk"},
		{"fifth moves", "2468", "desk", far, "table", "", `{"kind":"declare","side":"p1","n":5}`, 204, "desk"},
		{"too many fifth moves", "2468", "desk", far, "table", "", `{"kind":"declare","side":"p1","n":21}`, 400, ""},
		{"next game", "2468", "", far, "table", "2468", `{"kind":"new_game"}`, 204, "arbiter"},
		{"desk clears no arbiter's table", "2468", "desk", far, "table", "", `{"kind":"new_game"}`, 401, ""},
		{"nothing", "2468", "", far, "table", "2468", `{}`, 400, ""},
		{"nonsense", "2468", "", far, "table", "2468", `{"kind":7}`, 400, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			tb := newTable(t, config("orders"), Options{ArbiterPIN: test.pin, DeskButtons: test.desk != ""})
			headers := []string{"From", test.from, "Host", test.host}
			if test.host == "proxied" {
				headers = append(headers, "Host", "localhost", "X-Forwarded-For", far)
			}
			if test.offered != "" {
				headers = append(headers, pinHeader, test.offered)
			}
			status(t, tb.handle("POST", "/api/command", test.body, headers...), test.status)
			switch {
			case test.who == "" && len(tb.orders) != 0:
				t.Errorf("the game was told %+v", tb.orders)
			case test.who != "" && (len(tb.orders) != 1 || tb.orders[0].Who != test.who):
				t.Errorf("the game was told %+v, want one order of the %s", tb.orders, test.who)
			}
		})
	}
}

// A page says what is to be done, never when it happened or what the eye saw.
func TestOrderCarriesNothingElse(t *testing.T) {
	tb := newTable(t, config("bare"), Options{ArbiterPIN: "2468"})
	body := `{"kind":"adjust","side":"p2","delta":5000000000,"reason":"late","at":999,"wall":"2020-01-01T00:00:00Z",` +
		`"seen_at":7,"n":3,"points":["A1"],"rows":["..."],"offset":0.5,"sure":1,"who":"the players"}`
	status(t, tb.handle("POST", "/api/command", body, pinHeader, "2468"), http.StatusNoContent)
	want := game.Input{Kind: game.Adjust, Side: clock.P2, Delta: 5e9, Reason: "late", N: 3, Who: "arbiter"}
	if len(tb.orders) != 1 || !reflect.DeepEqual(tb.orders[0], want) {
		t.Errorf("the game was told %+v, want %+v", tb.orders, want)
	}
}

func TestOrderTheGameRefuses(t *testing.T) {
	tb := newTable(t, config("refused"), Options{ArbiterPIN: "2468", Command: func(game.Input) error {
		return errors.New("game: resume: the board does not show the position")
	}})
	w := tb.handle("POST", "/api/command", `{"kind":"resume"}`, pinHeader, "2468")
	status(t, w, http.StatusConflict)
	if !strings.Contains(w.Body.String(), "the board does not show the position") {
		t.Errorf("the reason is lost: %s", w.Body)
	}
}

func TestPINBecomesACookie(t *testing.T) {
	tb := newTable(t, config("cookie"), Options{ArbiterPIN: "2468"})
	status(t, tb.handle("POST", "/api/arbiter", `{"pin":"2467"}`), http.StatusUnauthorized)
	w := tb.handle("POST", "/api/arbiter", `{"pin":"2468"}`)
	status(t, w, http.StatusNoContent)
	cookie := w.Result().Cookies()[0]
	if !cookie.HttpOnly || cookie.SameSite != http.SameSiteStrictMode || strings.Contains(cookie.Value, "2468") {
		t.Errorf("cookie %v: scripts and other sites must not have it, nor it the PIN", cookie)
	}
	given := cookie.Name + "=" + cookie.Value
	status(t, tb.handle("GET", "/api/events?view=arbiter", "", "Cookie", given), http.StatusOK)
	status(t, tb.handle("POST", "/api/command", `{"kind":"start"}`, "Cookie", given), http.StatusNoContent)
	status(t, tb.handle("GET", "/api/events?view=arbiter", "", "Cookie", given+"0"), http.StatusUnauthorized)

	// It outlives a restart, but not a change of the PIN.
	again := newTable(t, config("cookie"), Options{ArbiterPIN: "2468"})
	status(t, again.handle("GET", "/api/events?view=arbiter", "", "Cookie", given), http.StatusOK)
	other := newTable(t, config("cookie"), Options{ArbiterPIN: "1357"})
	status(t, other.handle("GET", "/api/events?view=arbiter", "", "Cookie", given), http.StatusUnauthorized)
}

func TestGuessingThePINIsSlow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newTable(t, config("guess"), Options{ArbiterPIN: "2468"})
		try := func(from, pin string, want int) {
			t.Helper()
			status(t, tb.handle("POST", "/api/command", `{"kind":"pause"}`, "From", from, pinHeader, pin), want)
		}
		for range maxWrong {
			try("192.0.2.7", "1111", 401)
		}
		try("192.0.2.7", "2468", 429) // not even the right one
		try("192.0.2.8", "2468", 204) // the arbiter at another tablet is not shut out
		time.Sleep(lockTime)
		try("192.0.2.7", "2468", 204)
		try("192.0.2.7", "1111", 401) // and the count has begun anew
		for i := range 3 * maxGuesser {
			try(fmt.Sprintf("10.0.%d.%d", i/256, i%256), "1111", 401)
		}
		if n := len(tb.server.gate.wrong); n > maxGuesser {
			t.Errorf("%d addresses remembered, want at most %d", n, maxGuesser)
		}
	})
}

// Whatever a browser sends, the answer is one of ours and the game is told only orders
// of the table.
func FuzzCommand(f *testing.F) {
	f.Add(`{"kind":"start"}`)
	f.Add(`{"kind":"adjust","side":"p1","delta":-60000000000,"reason":"late"}`)
	f.Add(`{"kind":"correct","point":"O15","color":"white"}`)
	f.Add(`{"kind":"claim","side":"p2","what":"foul","point":"-"}`)
	f.Add(`[`)
	f.Fuzz(func(t *testing.T, body string) {
		tb := newTable(t, config("fuzz"), Options{ArbiterPIN: "2468"})
		w := tb.handle("POST", "/api/command", body, "Content-Type", "application/json", pinHeader, "2468")
		switch w.Code {
		case http.StatusNoContent:
			in := tb.orders[0]
			if o, ok := orders[in.Kind]; !ok || o.check(in) != nil || in.Point != board.NoPoint && !in.Point.OnBoard(board.MaxSize) {
				t.Errorf("%q became %+v", body, in)
			}
		case http.StatusBadRequest, http.StatusRequestEntityTooLarge:
		default:
			t.Errorf("%q: status %d", body, w.Code)
		}
	})
}
