// The arbiter's orders.

import { choose, NEXT_GAME, order, post, say, sure } from "./ask.js";
import { colorOf, nameOf } from "./clocks.js";
import { openingOrders } from "./opening.js";
import { adjournRow, anotherResult, findingRows, matchRows, signRow } from "./conduct.js";
import { el } from "./dom.js";

const SECOND = 1e9; // the unit of a delta

export class Orders {
  #host;
  #snapshot = null;
  #shownFor = ""; // the phase and names the buttons were made for
  #admitted;

  /** `admitted` is called when this browser has become the arbiter's. */
  constructor(host, about, admitted) {
    this.#host = host;
    this.#admitted = admitted;
    host.hidden = false;
    if (!about.arbiter) this.#login(about);
  }

  #login(about) {
    if (!about.pin) {
      this.#host.replaceChildren(el("p", {}, "No arbiter's PIN is set. Orders can be given in a browser on the appliance itself, or from here after setting arbiter_pin under [web]."));
      return;
    }
    const pin = el("input", { type: "password", inputmode: "numeric", autocomplete: "off", placeholder: "PIN", "aria-label": "The arbiter's PIN" });
    const form = el("form", {
      class: "login",
      submit: async (e) => {
        e.preventDefault();
        const why = await post("/api/arbiter", { pin: pin.value });
        pin.value = "";
        if (why) say(why);
        else this.#admitted();
      },
    }, el("span", {}, "Arbiter's PIN"), pin, el("button", { type: "submit", class: "main" }, "Enter"));
    this.#host.replaceChildren(form);
    pin.focus();
  }

  show(snapshot) {
    this.#snapshot = snapshot;
    const key = [snapshot.game, snapshot.phase, snapshot.reason, snapshot.black, snapshot.p1, snapshot.p2, snapshot.moves.length > 0,
      snapshot.missing?.length || snapshot.extra?.length, snapshot.adjourned, snapshot.signed, snapshot.event, snapshot.round,
      JSON.stringify(snapshot.match ?? null), JSON.stringify(openingOrders(snapshot))].join();
    if (key === this.#shownFor) return;
    this.#shownFor = key;
    const title = (d) => d.querySelector("summary").textContent;
    const open = [...this.#host.querySelectorAll("details[open]")].map(title);
    this.#host.replaceChildren(...this.#buttons(snapshot).filter(Boolean));
    for (const d of this.#host.querySelectorAll("details")) d.open = open.includes(title(d));
  }

  #buttons(snapshot) {
    const over = snapshot.phase === "over";
    const ask = this.#asking(snapshot);
    return [
      this.#recovery(snapshot),
      ...matchRows(snapshot, ask),
      this.#main(snapshot),
      adjournRow(snapshot, ask),
      over && signRow(snapshot, ask),
      over && anotherResult(snapshot, ask),
      this.#opening(snapshot),
      !over && snapshot.phase !== "setup" && this.#time("p1"),
      !over && snapshot.phase !== "setup" && this.#time("p2"),
      !over && this.#rare(snapshot),
    ];
  }

  /** What the rows of conduct.js need to make buttons. */
  #asking(snapshot) {
    return {
      careful: (label, question, kind, make) => this.#careful(label, question, kind, make),
      who: (side) => this.#who(side), color: (side) => this.#color(side), snapshot,
    };
  }

  #recovery({ phase, reason, missing, extra }) {
    if (phase !== "paused") return null;
    const steps = missing?.length || extra?.length ? "Put the marked points right first." : "The board agrees with the record.";
    const why = reason === "restart" ? "The appliance was off. Nobody's clock ran meanwhile. Compare board, times and names, then resume. " : "";
    return el("p", { class: "recovery" }, why, steps);
  }

  #main({ phase }) {
    const make = (label, kind, pulse) => el("div", { class: "row" }, el("button", { type: "button", class: `main${pulse ? " pulse" : ""}`, "data-order": kind, click: () => order({ kind }) }, label));
    const ways = {
      setup: () => make("Start the game", "start", true),
      paused: () => make("Resume the game", "resume", true),
      dispute: () => null, // the board is being looked at; it ends by itself
      over: () => el("div", { class: "row" },
        this.#careful("Set up the next game", NEXT_GAME, "new_game", () => ({ kind: "new_game" })),
        this.#careful("The game goes on", "Overrule the end of the game? It goes on where it stood.", "resume", () => ({ kind: "resume" }))),
    };
    return phase in ways ? ways[phase]() : make("Stop both clocks", "pause", false);
  }

  /** What the opening's player has said, where he has no button to say it with. */
  #opening(snapshot) {
    const list = openingOrders(snapshot);
    if (!list.length) return null;
    const { actor } = snapshot.opening;
    return el("div", { class: "row" }, el("span", { title: this.#who(actor) }, this.#color(actor)),
      ...list.map(([label, input]) => this.#careful(label, `${this.#who(actor)}: ${label}?`, input.kind, () => input)));
  }

  #time(side) {
    const add = (seconds, label) => el("button", { type: "button", "data-adjust": seconds, click: () => order({ kind: "adjust", side, delta: seconds * SECOND, reason: "arbiter" }) }, label);
    return el("div", { class: "row", "data-side": side }, el("span", { title: this.#who(side) }, this.#color(side)), add(-60, "−1 min"), add(-10, "−10 s"), add(10, "+10 s"), add(60, "+1 min"), add(300, "+5 min"));
  }

  #color(side) {
    const color = colorOf(this.#snapshot, side);
    return color[0].toUpperCase() + color.slice(1);
  }

  #who(side) {
    return `${this.#color(side)} (${nameOf(this.#snapshot, side)})`;
  }

  /** Orders that cannot be undone ask first. */
  #rare(snapshot) {
    const reason = el("input", { type: "text", placeholder: "Reason for the record", "aria-label": "Reason", maxlength: "200" });
    const rule = (side, label) => this.#careful(label, `${label}? The game ends.`, "rule", () => {
      if (!reason.value.trim()) return say("A ruling needs a reason."), null;
      return { kind: "rule", ...(side && { side }), reason: reason.value.trim() };
    });
    const each = (label, make) => el("div", { class: "row" }, el("span", {}, label), make("p1"), make("p2"));
    return el("details", {}, el("summary", {}, "Resignation, infraction, conduct, clock, ruling, taking back"),
      el("div", {},
        each("Resigns", (side) => this.#careful(this.#color(side), `${this.#who(side)} resigns?`, "resign", () => ({ kind: "resign", side }))),
        each("Infraction", (side) => this.#careful(this.#color(side), `Count an infraction against ${this.#who(side)}? The second one loses.`, "infract", () => ({ kind: "infract", side, code: "V2" }))),
        snapshot.moves.length > 0 && el("div", { class: "row" }, el("span", {}, "Last move"), this.#careful("Take it back", "Take the last move back?", "takeback", () => ({ kind: "takeback" }))),
        ...findingRows(snapshot, this.#asking(snapshot), () => reason.value.trim()),
        ...this.#clock(snapshot),
        el("div", { class: "row" }, el("span", {}, "Ruling"), rule("p1", `${this.#color("p1")} wins`), rule("p2", `${this.#color("p2")} wins`), rule(null, "Draw"),
          this.#careful("Both lose", "Do both lose? The game ends.", "rule", () => {
            if (!reason.value.trim()) return say("A ruling needs a reason."), null;
            return { kind: "rule", what: "both", reason: reason.value.trim() };
          })),
        el("div", { class: "row" }, el("span", {}, "Reason"), reason),
        el("p", {}, el("small", {}, "To correct a point of the position, touch it on the board."))));
  }

  /** What can be set at the clock beside its time: the press, whose time runs, the periods. */
  #clock(snapshot) {
    if (snapshot.outcome || snapshot.phase === "setup") return [];
    const running = snapshot.clock.running;
    const other = running === "p1" ? "p2" : "p1";
    const rows = [el("div", { class: "row" }, el("span", {}, "Clock"),
      this.#careful("Take the press back", "Was the last press a mistake? The presser's time runs again, and what has passed since is his.", "unpress", () => ({ kind: "unpress" })),
      running !== "none" && this.#careful(`Run ${this.#color(other)}'s clock`, `Let the time of ${this.#who(other)} run?`, "turn", () => ({ kind: "turn", side: other })))];
    for (const side of ["p1", "p2"]) {
      const left = snapshot.clock[side].periods;
      if (!left) continue;
      const set = (n) => this.#careful(`${n} periods`, `${this.#who(side)}: ${n} periods instead of ${left}?`, "counter", () => ({ kind: "counter", side, what: "periods", n }));
      rows.push(el("div", { class: "row" }, el("span", { title: this.#who(side) }, this.#color(side)), left > 1 && set(left - 1), set(left + 1)));
    }
    return rows;
  }

  #careful(label, question, kind, make) {
    return el("button", {
      type: "button", class: "danger", "data-order": kind,
      click: async () => {
        const input = make();
        if (input && (await sure(question))) order(input);
      },
    }, label);
  }

  /** Corrects one point of the position by hand. */
  async correct(point) {
    if (!this.#snapshot || this.#snapshot.phase === "over") return;
    const color = await choose(`What belongs on ${point}?`, [["no", "Leave it"], ["empty", "Nothing"], ["black", "Black"], ["white", "White"]]);
    if (color !== "no") order({ kind: "correct", point, color });
  }
}

