package main

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"shinpan/board"
	"shinpan/clock"
	"shinpan/config"
	"shinpan/game"
	"shinpan/gpio"
)

// What each button means, as the game stands.
func TestPressInput(t *testing.T) {
	at := 7 * time.Second
	offered := &game.Snapshot{Offer: clock.P1}
	asked := &game.Snapshot{Faces: clock.Faces{Asking: true}}
	for name, row := range map[string]struct {
		button gpio.Button
		snap   *game.Snapshot
		want   game.Input
	}{
		"the player's":        {gpio.Button{Side: clock.P2}, nil, game.Input{Kind: game.Press, Side: clock.P2}},
		"the arbiter's":       {gpio.Button{Role: gpio.Arbiter}, nil, game.Input{Kind: game.Pause, Who: "arbiter"}},
		"a claim":             {gpio.Button{Role: gpio.Claim, Side: clock.P1}, nil, game.Input{Kind: game.Claim, Side: clock.P1, What: "any", Who: "gpio"}},
		"an offer":            {gpio.Button{Role: gpio.Draw, Side: clock.P1}, &game.Snapshot{}, game.Input{Kind: game.OfferDraw, Side: clock.P1, Who: "gpio"}},
		"agreeing to it":      {gpio.Button{Role: gpio.Draw, Side: clock.P2}, offered, game.Input{Kind: game.AcceptDraw, Side: clock.P2, Who: "gpio"}},
		"one's own offer":     {gpio.Button{Role: gpio.Draw, Side: clock.P1}, offered, game.Input{Kind: game.OfferDraw, Side: clock.P1, Who: "gpio"}},
		"both are asked":      {gpio.Button{Role: gpio.Draw, Side: clock.P1}, asked, game.Input{Kind: game.AcceptDraw, Side: clock.P1, Who: "gpio"}},
		"the other colour":    {gpio.Button{Role: gpio.Choice, Side: clock.P2}, nil, game.Input{Kind: game.Swap, Side: clock.P2, Who: "gpio"}},
		"before any snapshot": {gpio.Button{Role: gpio.Draw, Side: clock.P1}, nil, game.Input{Kind: game.OfferDraw, Side: clock.P1, Who: "gpio"}},
	} {
		row.want.At = at
		got := pressInput(gpio.Press{Button: row.button, At: time.Hour}, at, row.snap)
		if got.Kind != row.want.Kind || got.Side != row.want.Side || got.What != row.want.What || got.Who != row.want.Who || got.At != at {
			t.Errorf("%s: %+v, want %+v", name, got, row.want)
		}
	}
}

// Every key of a button in [gpio] reaches gpio, under its own name.
func TestButtonOptions(t *testing.T) {
	g := config.GPIO{P1: "p1", P2: "p2", Arbiter: "arbiter", ClaimP1: "claim_p1", ClaimP2: "claim_p2",
		DrawP1: "draw_p1", DrawP2: "draw_p2", SwapP1: "swap_p1", SwapP2: "swap_p2", Quiet: config.Duration(time.Second), Filter: config.Duration(time.Millisecond)}
	opts := buttonOptions(g)
	if len(opts.Buttons) != 9 || opts.Quiet != time.Second || opts.Filter != time.Millisecond {
		t.Errorf("%+v", opts)
	}
	for _, b := range opts.Buttons {
		if b.Name() != b.Pin {
			t.Errorf("the button %s is on the pin of %s", b.Name(), b.Pin)
		}
	}
}

// A button on the table, one on the desk and the page's order come to the same: the same
// events at the same times, whoever has brought them.
func TestTableDeskAndPageAreEqual(t *testing.T) {
	second := time.Second
	type step struct {
		button gpio.Button
		page   game.Input
	}
	for name, steps := range map[string][]step{
		"pause": {{gpio.Button{Role: gpio.Arbiter}, game.Input{Kind: game.Pause}}},
		"an offer, agreed to": {
			{gpio.Button{Role: gpio.Draw, Side: clock.P1}, game.Input{Kind: game.OfferDraw, Side: clock.P1}},
			{gpio.Button{Role: gpio.Draw, Side: clock.P2}, game.Input{Kind: game.AcceptDraw, Side: clock.P2}},
		},
		"claims": {
			{gpio.Button{Role: gpio.Claim, Side: clock.P2}, game.Input{Kind: game.Claim, Side: clock.P2, What: "foul"}},
			{gpio.Button{Role: gpio.Claim, Side: clock.P1}, game.Input{Kind: game.Claim, Side: clock.P1, What: "five"}},
		},
		"a swap that nobody may make": {{gpio.Button{Role: gpio.Choice, Side: clock.P2}, game.Input{Kind: game.Swap, Side: clock.P2}}},
	} {
		told := map[string]string{}
		for _, way := range []string{"table", "desk", "page"} {
			synctest.Test(t, func(t *testing.T) {
				tab := newTable(t, "sd 10m")
				if err := tab.order(game.Input{Kind: game.Start}); err != nil {
					t.Fatal(err)
				}
				tab.stone(board.Black, "H8")
				for _, s := range steps {
					time.Sleep(second)
					synctest.Wait()
					press := gpio.Press{Button: s.button, At: tab.tb.now()}
					switch way {
					case "page":
						_ = tab.order(s.page)
						continue
					case "desk":
						desk := gpio.NewDesk()
						if err := desk.Press(press); err != nil {
							t.Fatal(err)
						}
						press = <-desk.Presses()
					}
					tab.inbox <- pressInput(press, tab.tb.press(press.At), tab.snap.Load())
				}
				time.Sleep(second)
				tab.end(t)
				for _, e := range tab.sees.events {
					told[way] += fmt.Sprintf("%v %s: %s\n", e.At.Duration(), e.Kind, e.Text)
				}
			})
		}
		if told["table"] != told["page"] || told["desk"] != told["page"] || told["page"] == "" {
			t.Errorf("%s: by the table\n%sby the desk\n%sby the page\n%s", name, told["table"], told["desk"], told["page"])
		}
	}
}
