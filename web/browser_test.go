package web

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"shinpan/board"
	"shinpan/clock"
	"shinpan/game"
)

// stonesInPage lists what the page shows, such as "1 black H8".
const stonesInPage = `[...document.querySelectorAll("#board .stone")].map((s) => s.dataset.number + " " + s.dataset.color + " " + s.dataset.point)
	.sort((a, b) => parseInt(a) - parseInt(b)).join(", ")`

// wantStones is what it should show of a game's moves.
func wantStones(points []string) string {
	stones := make([]string, len(points))
	for i, p := range points {
		stones[i] = fmt.Sprintf("%d %s %s", i+1, []board.Color{board.Black, board.White}[i%2], p)
	}
	return strings.Join(stones, ", ")
}

// text and data are expressions for what an element shows and how it is marked.
func text(selector string) string {
	return fmt.Sprintf("document.querySelector(%q)?.textContent", selector)
}

func data(selector, name string) string {
	return fmt.Sprintf("document.querySelector(%q)?.dataset.%s", selector, name)
}

// TestPage looks at the pages in a real browser. Set SHINPAN_SHOTS to a directory to
// look as well.
func TestPage(t *testing.T) {
	b := newBrowser(t)
	for _, test := range []struct {
		name string
		run  func(*testing.T, *browser)
	}{
		{"mid-game", pageInMidGame},
		{"double-three", pageProvesFoul},
		{"lift", pageWhileRestoring},
		{"restart", pageAfterRestart},
		{"another game", pageInNextGame},
		{"crowded", pageOfALongGame},
		{"flag", pageAtTheFlag},
		{"opening", pageInTheOpening},
		{"silent", pageInTournament},
		{"clock", pageAgreesWithTheClock},
		{"desk", deskPresses},
		{"arbiter", arbiterOrders},
		{"match", arbiterOfAMatch},
		{"pictures", pageShowsPictures},
		{"camera", pageFindsTheBoard},
	} {
		t.Run(test.name, func(t *testing.T) { test.run(t, b) })
	}
}

func pageInMidGame(t *testing.T, b *browser) {
	tb := started(t, config("page"), Options{DeskButtons: true, Record: func() []byte { return []byte("(;)") }}, kagetsu[:9]...)
	url, _ := tb.listen("")
	desktop := b.open(t, url, 1920, 1080)
	desktop.until(stonesInPage, wantStones(kagetsu[:9]))
	tb.wait(8 * time.Second)
	tb.lay("H6")
	desktop.until(`document.querySelector("#board .pending").dataset.point`, "H6")
	desktop.until(data("#far", "state")+` + " " + `+data("#near", "state"), "running idle")
	desktop.until(text("#log li span"), "9. Black F10")
	desktop.shot("page-1920")

	phone := b.open(t, url, 390, 844)
	phone.until(stonesInPage, wantStones(kagetsu[:9]))
	phone.until(`document.documentElement.scrollWidth <= innerWidth`, "true")
	phone.shot("page-phone")
	b.open(t, url, 1024, 768).shotWhen(stonesInPage, wantStones(kagetsu[:9]), "page-tablet")

	// Turned to White's side, A1 is at the top right.
	desktop.key("KeyT", "t", 84)
	desktop.until(`(() => { const at = (p) => document.querySelector("#board .stone[data-point=" + p + "]").getBoundingClientRect();
		return at("G7").x > at("I10").x && at("G7").y < at("I10").y })()`, "true")
	desktop.until(data("#near", "side"), "p2")
	// The finger of the arbiter alone corrects points.
	desktop.click("#board .stone[data-point=G7]")
	if n := desktop.eval(`document.querySelectorAll("dialog").length`); n != "0" {
		t.Error("a spectator is asked to correct the board")
	}
}

func pageProvesFoul(t *testing.T, b *browser) {
	tb := started(t, config("foul"), Options{}, kagetsu...)
	url, _ := tb.listen("")
	p := b.open(t, url, 1920, 1080)
	p.until(`document.querySelectorAll("#board .shape").length`, "2")
	p.until(text("#proof h2"), "J8: double-three")
	p.until(data("#status", "phase"), "over")
	p.until(`document.querySelector("#board .stone[data-point=J8]").classList.contains("foul")`, "true")
	p.shot("foul-1920")
	b.open(t, url, 390, 844).shotWhen(text("#proof h2"), "J8: double-three", "foul-phone")
}

func pageWhileRestoring(t *testing.T, b *browser) {
	tb := started(t, config("lift"), Options{}, kagetsu[:9]...)
	tb.do(game.Input{Kind: game.Fail, Code: "broker", What: game.SevWarn, Reason: "The MQTT broker does not answer. Events are kept and sent when it is back."})
	url, _ := tb.listen("")
	p := b.open(t, url, 1920, 1080)
	tb.wait(2 * time.Second)
	tb.do(game.Input{Kind: game.Gone, Color: board.White, Point: board.MustPoint("G7")})
	tb.wait(3 * time.Second)
	p.until(`document.querySelector("#board .mark.missing")?.dataset.point`, "G7")
	p.until(data("#far", "state")+` + " " + `+data("#near", "state"), "paused paused")
	p.until(data("#alerts p", "code"), "broker")
	p.shot("lift-1920")
	tb.do(game.Input{Kind: game.See, Color: board.White, Point: board.MustPoint("G7")})
	tb.do(game.Input{Kind: game.Heal, Code: "broker"})
	p.until(`document.querySelectorAll("#board .mark").length`, "0")
	p.until(data("#far", "state"), "running")
	p.until(`document.querySelectorAll("#alerts p").length`, "0")
}

// pageAfterRestart kills the server and starts another on the same port: the page must
// go grey, come back by itself and show every event once.
func pageAfterRestart(t *testing.T, b *browser) {
	tb := started(t, config("restart"), Options{}, kagetsu[:5]...)
	url, stop := tb.listen("")
	p := b.open(t, url, 1280, 800)
	p.until(stonesInPage, wantStones(kagetsu[:5]))
	stop()
	p.until(data("body", "link"), "lost")
	p.shot("lost-1280")
	tb.play(kagetsu[5:8]...)
	_, _ = tb.listen(strings.TrimPrefix(url, "http://"))
	p.until(data("body", "link"), "live")
	p.until(stonesInPage, wantStones(kagetsu[:8]))
	p.until(`[...document.querySelectorAll("#log li")].map((li) => li.dataset.seq).reverse().join()`, seqs(tb.events))
}

func seqs(events []game.Event) string {
	list := make([]string, 0, len(events))
	for _, e := range events {
		list = append(list, fmt.Sprint(e.Seq))
	}
	return strings.Join(list, ",")
}

func pageInNextGame(t *testing.T, b *browser) {
	tb := started(t, config("first"), Options{}, kagetsu[:5]...)
	url, _ := tb.listen("")
	p := b.open(t, url, 1280, 800)
	p.until(stonesInPage, wantStones(kagetsu[:5]))
	next := started(t, config("second"), Options{}, "H8", "I9", "A1")
	tb.server.Publish(next.events, next.game.Snapshot(next.at, ""))
	p.until(stonesInPage, wantStones([]string{"H8", "I9", "A1"}))
	p.until(`document.querySelectorAll("#log li").length`, fmt.Sprint(len(next.events)))
}

// pageOfALongGame fills half the board, in an order in which nobody makes five.
func pageOfALongGame(t *testing.T, b *browser) {
	points := []string{}
	for row := range 15 {
		for col := range 7 {
			points = append(points, board.At(2*col+row/2%2, row).String())
		}
	}
	cfg := config("long")
	cfg.Rules, cfg.Foul = "freestyle", game.FoulClaim
	cfg.Control, _ = clock.ParseControl("fischer 90m+30s")
	tb := newTable(t, cfg, Options{})
	tb.do(game.Input{Kind: game.Start})
	for _, p := range points {
		if tb.game.Over() {
			break
		}
		tb.play(p)
	}
	url, _ := tb.listen("")
	p := b.open(t, url, 1920, 1080)
	p.until(`document.querySelectorAll("#board .stone").length`, fmt.Sprint(len(tb.game.Moves())))
	p.shot("long-1920")
}

// pageInTheOpening walks through a RIF opening at the desk: the second player looks at
// the figure and takes Black.
func pageInTheOpening(t *testing.T, b *browser) {
	cfg := config("opening")
	cfg.Opening = "rif"
	tb := newTable(t, cfg, Options{DeskButtons: true})
	tb.do(game.Input{Kind: game.Start})
	url, _ := tb.listen("")
	p := b.open(t, url, 1280, 800)
	p.until(data("#status", "phase"), "opening")
	for i, name := range []string{"H8", "H9", "I9"} {
		tb.wait(3 * time.Second)
		tb.do(game.Input{Kind: game.See, Color: []board.Color{board.Black, board.White}[i%2], Point: board.MustPoint(name)})
	}
	p.until(`document.querySelectorAll("#board .pending").length`, "3")
	p.shot("opening-1280")
	tb.wait(time.Second)
	tb.do(game.Input{Kind: game.Press, Side: clock.P1})
	p.until(stonesInPage, "1 black H8, 2 white H9, 3 black I9")
	p.until(`document.querySelector("#subtitle").textContent.includes("Kagetsu")`, "true")

	desk := b.open(t, url+"/desk", 1280, 800)
	desk.until(`document.querySelectorAll("#desk .choices [data-order=swap]").length`, "1")
	desk.shot("opening-desk-1280")
	desk.click("#desk .choices [data-order=swap]")
	desk.until(`document.querySelectorAll("dialog[open]").length`, "1")
	desk.click("dialog [value=yes]")
	desk.until(`document.querySelectorAll("#desk .choices [data-order=swap]").length`, "0")
	desk.until(`document.querySelector("#desk .right .stone").className`, "stone black")
}

// pageAtTheFlag leaves the last period to run in the browser alone: it must not show
// zero before the referee says so.
func pageAtTheFlag(t *testing.T, b *browser) {
	cfg := config("flag")
	var err error
	if cfg.Control, err = clock.ParseControl("byoyomi 1m 2x10s"); err != nil {
		t.Fatal(err)
	}
	tb := started(t, cfg, Options{}, "H8", "I9")
	url, _ := tb.listen("")
	p := b.open(t, url, 1920, 1080)
	tb.wait(64*time.Second - 7*time.Second)
	p.until(`document.querySelectorAll("#near .periods .left").length`, "2")
	tb.wait(10 * time.Second)
	p.until(`document.querySelectorAll("#near .periods .left").length`, "1")
	p.until(data("#near", "urgent"), "true")
	p.shot("byoyomi-1920")
	p.until(`document.querySelector("#near .digits").textContent`, "0.01")
	p.until(data("#near", "flag"), "false")
	tb.wait(20 * time.Second)
	p.until(data("#near", "flag"), "true")
	p.until(text("#near .digits"), "0:00")
	p.until(text("#near .tag"), "⚑ flag fell first")
	p.shot("flag-1920")
}

// pageInTournament: what is for the arbiter alone is on no other page.
func pageInTournament(t *testing.T, b *browser) {
	cfg := config("silent")
	cfg.Mode = game.Tournament
	tb := started(t, cfg, Options{}, kagetsu...)
	url, _ := tb.listen("")
	p := b.open(t, url, 1280, 800)
	p.until(stonesInPage, wantStones(kagetsu))
	p.until(`document.querySelectorAll("#board .shape, #board .foul, #log [data-kind=foul]").length`, "0")
	a := b.open(t, strings.Replace(url, "127.0.0.1", "localhost", 1)+"/arbiter", 1280, 800)
	a.until(`document.querySelectorAll("#board .shape").length`, "2")
	a.until(text("#log [data-kind=foul] .private"), "arbiter only")
	a.shot("arbiter-foul-1280")
}

func deskPresses(t *testing.T, b *browser) {
	tb := started(t, config("desk"), Options{DeskButtons: true, ArbiterPIN: "2468"}, kagetsu[:2]...)
	url, _ := tb.listen("")
	before := len(tb.presses)
	p := b.open(t, url+"/desk", 1280, 800)
	p.until(data("#desk .left", "state")+` + " " + `+data("#desk .right", "state"), "running idle")
	p.shot("desk-1280")
	press := func(what string, act func(), side clock.Side) {
		t.Helper()
		act()
		before++
		for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
			tb.mu.Lock()
			n := len(tb.presses)
			tb.mu.Unlock()
			if n >= before {
				break
			}
		}
		tb.mu.Lock()
		defer tb.mu.Unlock()
		if len(tb.presses) != before || tb.presses[before-1] != side {
			t.Fatalf("%s: presses %v, want one more, of %v", what, tb.presses, side)
		}
	}
	tb.lay("I9")
	press("space", func() { p.key("Space", " ", 32) }, clock.P1)
	p.until(data("#desk .right", "state"), "running")
	tb.lay("G7")
	press("enter", func() { p.key("Enter", "Enter", 13) }, clock.P2)
	tb.lay("I8")
	press("mouse down", func() { p.mouseDown("#desk .left") }, clock.P1) // without letting go
	press("right shift", func() { p.key("ShiftRight", "Shift", 16) }, clock.P2)
	press("left shift", func() { p.key("ShiftLeft", "Shift", 16) }, clock.P1)
	p.until(`document.querySelectorAll("#desk .bar button.main:not([hidden])").length`, "1") // stopping is the players' right

	phone := b.open(t, url+"/desk", 390, 844)
	phone.until(data("#desk .right", "state"), "running")
	phone.shot("desk-phone")
}

func arbiterOrders(t *testing.T, b *browser) {
	tb := started(t, config("arbiter"), Options{ArbiterPIN: "2468"}, kagetsu[:6]...)
	tb.do(game.Input{Kind: game.Recover})
	url, _ := tb.listen("")
	p := b.open(t, url+"/arbiter", 1280, 900)
	p.until(`document.querySelectorAll("#orders input").length`, "1")
	enter := func(pin string) {
		p.eval(`(() => { document.querySelector("#orders input").value = "` + pin + `"; document.querySelector("#orders form").requestSubmit() })()`)
	}
	enter("1111")
	p.until(`document.querySelector("#toast").hidden`, "false")
	enter("2468")
	p.until(text("#orders .main"), "Resume the game")
	p.shot("arbiter-1280")
	p.eval(`document.querySelector("[data-side=p2] [data-adjust='60']").click()`)
	p.until(text("#log li span"), tb.lastText(game.EvCorrect))
	p.eval(`document.querySelector("#orders .main").click()`)
	p.until(data("#orders .main", "order"), "pause")

	// A touch on the board asks what belongs there; putting the question away changes nothing.
	p.click("#board .stone[data-point=H8]")
	p.until(text("dialog p"), "What belongs on H8?")
	p.click("dialog [value=no]")
	p.until(`document.querySelectorAll("dialog").length`, "0")
	p.click("#board .stone[data-point=H9]")
	p.until(text("dialog p"), "What belongs on H9?")
	p.click("dialog [value=white]")
	p.until(text("#log li span"), "The arbiter corrects the board on H9: white, was white.")

	// A dangerous one asks first, and "no" means no.
	p.eval(`document.querySelector("[data-order=resign]").click()`)
	p.until(`document.querySelectorAll("dialog[open]").length`, "1")
	p.eval(`document.querySelector("dialog [value=no]").click()`)
	p.until(`document.querySelectorAll("dialog").length`, "0")
	p.eval(`document.querySelector("details").open = true`)
	p.shot("arbiter-rare-1280")
	// On a telephone every order is within reach.
	p.size(390, 844)
	p.until(`document.querySelectorAll("#orders .row[data-side]").length`, "2")
	p.until(`document.documentElement.scrollWidth <= innerWidth`, "true")
	p.shot("arbiter-phone")
	p.size(1280, 900)
	p.eval(`document.querySelector("[data-order=resign]").click()`)
	p.eval(`document.querySelector("dialog [value=yes]").click()`)
	p.until(data("#status", "phase"), "over")
	tb.mu.Lock()
	defer tb.mu.Unlock()
	if n := len(tb.orders); n != 4 || tb.orders[2].Kind != game.Correct || tb.orders[3].Kind != game.Resign || tb.orders[3].Who != "arbiter" {
		t.Errorf("orders %+v, want adjust, resume, correct and one resignation from the arbiter", tb.orders)
	}
}
