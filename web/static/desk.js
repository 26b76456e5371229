// The desk clock: two halves that are the buttons of the clock. A press counts when the
// finger comes down, not when it leaves. Keys: space or the left shift key for player 1,
// enter or the right shift key for player 2.

import { choose, NEXT_GAME, order, post, say, sure } from "./ask.js";
import { nameOf, otherSide, Panel } from "./clocks.js";
import { signatures } from "./conduct.js";
import { el } from "./dom.js";
import { openingOrders } from "./opening.js";
import { Sound } from "./sound.js";

const KEYS = { Space: "p1", ShiftLeft: "p1", Enter: "p2", NumpadEnter: "p2", ShiftRight: "p2" };
const KEY_NAMES = { p1: "space or left shift", p2: "enter or right shift" };
const BELIEVE = 1500; // ms for which our own press is believed before the referee has confirmed it

export class Desk {
  #host;
  #about;
  #snapshot = null;
  #p1Left = localStorage.getItem("p1Left") !== "false";
  #halves = {};
  #panels = {};
  #main = el("button", { type: "button", class: "main" });
  #link = el("p", { "data-link": "" });
  #choices = el("div", { class: "choices" });
  #choicesFor = ""; // what the choices were made for
  #pressed = null; // {side, at, seq}: a press not confirmed yet
  #awake = null;
  #sound = new Sound();

  constructor(host, about) {
    this.#host = host;
    this.#about = about;
    host.hidden = false;
    for (const place of ["left", "right"]) this.#half(place);
    this.#main.addEventListener("click", async () => {
      const { order: kind } = this.#main.dataset;
      // It stands where "Stop" stood a moment ago, so a second tap must not clear the table.
      if (kind !== "new_game" || (await sure(NEXT_GAME))) order({ kind });
    });
    host.append(el("div", { class: "bar" },
      this.#link,
      this.#main,
      this.#choices,
      el("button", { type: "button", click: () => this.#menu() }, "Offer, claim, resign"),
      el("button", { type: "button", click: () => this.#change() }, "⇄ Sides"),
      this.#sound.button,
      el("button", { type: "button", click: () => document.documentElement.requestFullscreen?.().catch(() => {}) }, "Full screen")));
    // The lock is for secure addresses only; elsewhere the tablet's own setting must do.
    if (!navigator.wakeLock) host.querySelector(".bar").append(el("p", {}, "Let this screen stay on in the tablet's settings."));
    document.addEventListener("keydown", (e) => this.#key(e));
    document.addEventListener("contextmenu", (e) => e.preventDefault());
    document.addEventListener("visibilitychange", () => this.#stayAwake());
    this.#stayAwake();
  }

  #half(place) {
    const keys = el("span", { class: "keys" });
    const half = el("button", { type: "button", class: `half clock ${place}`, tabindex: "-1" });
    half.addEventListener("pointerdown", (e) => {
      e.preventDefault();
      this.#press(this.#panels[place].side);
    });
    this.#host.append(half);
    this.#halves[place] = keys;
    this.#panels[place] = new Panel(half, keys);
  }

  #key(e) {
    const side = KEYS[e.code];
    if (!side || e.repeat || document.querySelector("dialog[open]")) return;
    e.preventDefault(); // enter must not also click a button that has the focus
    this.#press(side);
  }

  async #press(side) {
    this.#stayAwake();
    if (!this.#snapshot) return;
    this.#pressed = { side, at: performance.now(), seq: this.#snapshot.seq };
    const why = await post("/api/press", { side });
    if (!why) return;
    this.#pressed = null;
    say(`The press did not arrive: ${why}.`);
  }

  show(snapshot) {
    this.#snapshot = snapshot;
    if (this.#pressed && snapshot.seq > this.#pressed.seq) this.#pressed = null;
    const [left, right] = this.#p1Left ? ["p1", "p2"] : ["p2", "p1"];
    this.#panels.left.seat(snapshot, left);
    this.#panels.right.seat(snapshot, right);
    for (const place of ["left", "right"]) this.#halves[place].textContent = KEY_NAMES[this.#panels[place].side];
    this.#offerMain(snapshot);
    this.#offerChoices(snapshot);
  }

  /** What a player may say just now: in the opening, and to an offered draw. */
  #offerChoices(snapshot) {
    const offered = snapshot.phase === "play" && ["p1", "p2"].includes(snapshot.offer);
    const side = offered ? otherSide(snapshot.offer) : null;
    const list = offered ? [["Accept the draw", { kind: "accept_draw", side }], ["Decline the draw", { kind: "decline_draw", side }]]
      : [...openingOrders(snapshot), ...(this.#about.pin ? signatures(snapshot).map(([label, input]) => [`${nameOf(snapshot, input.side)}: ${label}`, input]) : [])];
    const key = JSON.stringify(list);
    if (key === this.#choicesFor) return;
    this.#choicesFor = key;
    const ask = async (label, input) => (await sure(label.includes(":") ? `${label}?` : `${nameOf(snapshot, input.side)}: ${label}?`)) && order(input);
    this.#choices.replaceChildren(...list.map(([label, input]) => el("button", { type: "button", "data-order": input.kind, click: () => ask(label, input) }, label)));
  }

  /** The one order the moment calls for; only the arbiter's page has it where there is an arbiter. */
  #offerMain({ phase }) {
    const free = !this.#about.pin;
    const [kind, label] = { setup: free ? ["start", "Start"] : [], paused: free ? ["resume", "Resume"] : [], over: free ? ["new_game", "Next game"] : [] }[phase] ?? ["pause", "Stop"];
    this.#main.hidden = !kind;
    this.#main.textContent = label ?? "";
    this.#main.dataset.order = kind ?? "";
  }

  link(text) {
    this.#link.textContent = text;
  }

  tick(passed) {
    if (!this.#snapshot) return;
    const snapshot = this.#believed(this.#snapshot, passed);
    for (const panel of Object.values(this.#panels)) this.#sound.follow(panel.side, panel.tick(snapshot.shown, snapshot.passed));
  }

  /** The snapshot as it will be once the press arrives, so that a finger sees at once that it was felt. */
  #believed(snapshot, passed) {
    const p = this.#pressed;
    const waited = p ? (performance.now() - p.at) : Infinity;
    if (waited > BELIEVE || snapshot.clock.running !== p.side) return { shown: snapshot, passed };
    // The other side's time is counted from the press, the presser's stands where it was.
    const shown = structuredClone(snapshot);
    shown.clock.running = otherSide(p.side);
    const face = shown.faces[p.side === "p1" ? "P1" : "P2"];
    face.Left = Math.max(1e7, face.Left - Math.max(0, passed - waited / 1000) * 1e9);
    return { shown, passed: waited / 1000 };
  }

  #change() {
    this.#p1Left = !this.#p1Left;
    localStorage.setItem("p1Left", String(this.#p1Left));
    if (this.#snapshot) this.show(this.#snapshot);
  }

  async #menu() {
    if (!this.#snapshot) return;
    const name = (side) => nameOf(this.#snapshot, side);
    const side = await choose("Who?", [["no", "Nobody"], ["p1", name("p1")], ["p2", name("p2")]]);
    if (side === "no") return;
    const kind = await choose(`${name(side)}:`, [
      ["no", "Nothing"], ["offer_draw", "offers a draw"], ["accept_draw", "accepts the draw"], ["decline_draw", "declines the draw"],
      ["foul", "claims a forbidden move"], ["five", "claims five"], ["flag", "claims the flag"], ["draw", "claims that nobody can win"], ["any", "claims what there is"], ["pass", "passes"], ["resign", "resigns", "danger"],
    ]);
    if (kind === "no") return;
    if (kind === "resign" && !(await sure(`${name(side)} resigns?`))) return;
    const claim = ["foul", "five", "flag", "draw", "any"].includes(kind);
    order(claim ? { kind: "claim", side, what: kind } : { kind, side });
  }

  /** Keeps the tablet's screen on where the browser can. */
  async #stayAwake() {
    if (document.hidden || !navigator.wakeLock || (this.#awake && !this.#awake.released)) return;
    this.#awake = await navigator.wakeLock.request("screen").catch(() => null);
  }
}
