package web

import (
	"testing"

	"shinpan/clock"
	"shinpan/game"
)

// arbiterOfAMatch goes through a game of a match on the arbiter's page: names, the draw for
// colours, an interruption with a sealed move, a finding, another result, the signatures.
func arbiterOfAMatch(t *testing.T, b *browser) {
	cfg := config("match")
	cfg.P1, cfg.P2 = "Anna", "Boris"
	cfg.Match = &game.Match{A: "Anna", B: "Boris", Games: 3, Wins: 2, Scores: game.Schemes["std"]}
	tb := newTable(t, cfg, Options{ArbiterPIN: "1357", DeskButtons: true})
	url, _ := tb.listen("")
	p := b.open(t, url+"/arbiter", 1800, 1200)
	p.until(`document.querySelectorAll("#orders input").length`, "1")
	p.eval(`(() => { document.querySelector("#orders input").value = "1357"; document.querySelector("#orders form").requestSubmit() })()`)
	p.until(text("#orders .match"), "game 1 of 3: Anna 0, Boris 0")

	p.eval(`(() => { const f = document.querySelector("[data-enter=p2]"); f.value = "Clara"; f.dispatchEvent(new Event("change")) })()`)
	p.until(text("#orders .match"), "game 1 of 3: Anna 0, Clara 0")
	p.eval(`document.querySelector("#orders details").open = true`)
	p.shot("match-setup")
	confirm := func(button string) {
		t.Helper()
		p.until(`!!document.querySelector(`+"`"+button+"`"+`)`, "true")
		p.eval(`document.querySelector(` + "`" + button + "`" + `).click()`)
		p.until(`document.querySelectorAll("dialog[open]").length`, "1")
		p.eval(`document.querySelector("dialog [value=yes]").click()`)
		p.until(`document.querySelectorAll("dialog").length`, "0")
	}
	confirm(`[data-order=colors].danger:nth-of-type(2)`)
	p.until(text("#orders .match"), "game 1 of 3: Clara 0, Anna 0")

	tb.do(game.Input{Kind: game.Start})
	tb.play(kagetsu[:2]...)
	p.until(`document.querySelector("#subtitle").textContent.startsWith("Clara – Anna · game 1 of 3: Clara 0, Anna 0")`, "true")
	confirm("[data-order=adjourn]")
	p.until(`document.querySelectorAll("[data-order=confirm]").length`, "2")
	p.eval(`document.querySelector("[data-order=confirm]").click()`)
	p.eval(`[...document.querySelectorAll("[data-order=confirm]")][1].click()`)
	confirm("[data-order=seal]")
	p.until(`document.querySelector("[aria-label='The sealed point']") !== null`, "true")
	p.eval(`document.querySelector("[aria-label='The sealed point']").value = "j9"`)
	p.shot("match-sealed")
	confirm("[data-order=unseal]")
	p.until(text("#log li span"), tb.lastText(game.EvResume))

	p.eval(`document.querySelectorAll("#orders details").forEach((d) => { d.open = true })`)
	p.shot("match-conduct")
	p.until(`document.documentElement.scrollWidth <= innerWidth`, "true")
	p.size(390, 844)
	p.until(`document.documentElement.scrollWidth <= innerWidth && [...document.querySelectorAll("#orders button")].every((b) =>
		b.getBoundingClientRect().right <= document.querySelector("#orders").getBoundingClientRect().right)`, "true")
	p.shot("match-phone")
	p.size(1800, 1200)
	confirm("[data-order=scatter]")
	p.until(data("#status", "phase"), "over")
	p.until(text("#orders .match"), "game 1 of 3: Clara 0, Anna 1")
	p.eval(`(() => { document.querySelector("#orders details").open = true; document.querySelector("#orders [aria-label=Reason]").value = "an appeal" })()`)
	p.shot("match-over")
	confirm("[data-order=rule]")
	p.until(text("#orders .match"), "game 1 of 3: Clara 1, Anna 0")
	confirm("[data-order=sign]")
	desk := b.open(t, url+"/desk", 1280, 800)
	desk.until(`[...document.querySelectorAll(".choices button")].map((b) => b.textContent).join()`, "Anna: I sign the result")
	desk.eval(`document.querySelector(".choices button").click()`)
	desk.until(`document.querySelectorAll("dialog[open]").length`, "1")
	desk.eval(`document.querySelector("dialog [value=yes]").click()`)
	p.until(`document.querySelector("#orders").textContent.includes("Both have signed")`, "true")
	tb.mu.Lock()
	defer tb.mu.Unlock()
	if s := tb.game.Snapshot(tb.game.Now(), ""); s.Outcome == nil || s.Outcome.Winner != clock.P1.String() || s.Signed != [2]bool{true, true} {
		t.Errorf("the game ends with %+v", s.Outcome)
	}
}
