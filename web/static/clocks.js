// The two clocks of the page: panels that a snapshot fills and every frame moves on.

import { el } from "./dom.js";
import { controlOf, shown, sideAfter } from "./timeleft.js";

export const otherSide = (side) => (side === "p1" ? "p2" : "p1");

export const nameOf = (snapshot, side) => snapshot[side] || (side === "p1" ? "Player 1" : "Player 2");

export const colorOf = (snapshot, side) => (snapshot.black === side ? "black" : "white");

const URGENT = 30; // seconds: from here the running clock is amber

/** One side's panel inside `host`. */
export class Panel {
  side = null;
  #host;
  #stone = el("span", { class: "stone" });
  #name = el("span", { class: "name" });
  #infractions = el("span", { class: "infractions" });
  #tag = el("span", { class: "tag" });
  #digits = el("div", { class: "digits" });
  #periods = el("div", { class: "periods" });

  constructor(host, extra = "") {
    this.#host = host;
    host.replaceChildren(
      el("div", { class: "inner" },
        el("div", { class: "who" }, this.#stone, this.#name, this.#infractions, this.#tag),
        this.#digits,
        el("div", { class: "foot" }, this.#periods, extra)));
  }

  /** Who sits here; called when a snapshot arrives. */
  seat(snapshot, side) {
    this.side = side;
    this.#host.dataset.side = side;
    this.#stone.className = `stone ${colorOf(snapshot, side)}`;
    write(this.#name, nameOf(snapshot, side));
    const count = snapshot.infractions[side === "p1" ? 0 : 1];
    write(this.#infractions, count ? `${count} infraction${count > 1 ? "s" : ""}` : "");
  }

  /** Shows the side `passed` seconds after the snapshot. */
  tick(snapshot, passed) {
    const now = sideAfter(snapshot, this.side, passed);
    const text = now.flag ? "0:00" : now.untimed ? "–:––" : shown(now.left);
    if (write(this.#digits, text)) this.#digits.dataset.length = Math.max(4, text.length);
    this.#mark("state", stateOf(snapshot, now));
    this.#mark("flag", String(now.flag));
    this.#mark("urgent", String(!now.flag && now.left < URGENT && lastReserve(now)));
    write(this.#tag, tagOf(snapshot, now, this.side));
    this.#footer(snapshot, now);
    return now;
  }

  #mark(name, value) {
    if (this.#host.dataset[name] !== value) this.#host.dataset[name] = value;
  }

  #footer(snapshot, now) {
    const control = controlOf(snapshot.control);
    const words = [];
    if (control.periods) words.push(now.overtime ? `of ${short(now.period)}` : `× ${short(now.period)}`);
    if (now.stones) words.push(`${now.stones} to play`);
    if (now.relief) words.push("score sheet may wait");
    if (now.second) words.push(control.system === "delay" ? `delay ${now.second}` : now.second);
    const key = `${now.periods}/${control.periods}/${words}`;
    if (this.#periods.dataset.key === key) return;
    this.#periods.dataset.key = key;
    const dots = Math.max(control.periods, now.periods);
    // Twenty dots cannot be counted: then a number says it.
    const marks = dots <= 10 ? Array.from({ length: dots }, (_, i) => el("i", { class: i < now.periods ? "left" : "" })) : [`${now.periods}`];
    this.#periods.replaceChildren(...marks, el("span", { class: "length" }, words.join(" · ")));
    this.#periods.setAttribute("aria-label", control.periods ? `${now.periods} periods left` : "");
  }
}

function stateOf(snapshot, now) {
  if (now.running) return "running";
  return snapshot.phase === "paused" || snapshot.phase === "dispute" ? "paused" : "idle";
}

function lastReserve(now) {
  return now.overtime ? now.periods <= 1 : now.periods === 0;
}

function tagOf(snapshot, now, side) {
  if (now.flag) return now.first ? "⚑ flag fell first" : "⚑ flag";
  if (snapshot.outcome) return { [side]: "✓ won", none: "draw" }[snapshot.outcome.winner] ?? "";
  if (now.running) return now.overtime ? "▶ overtime" : "▶";
  if (stateOf(snapshot, now) === "paused") return "❚❚ stopped";
  return "";
}

const short = (s) => (s % 60 ? `${s} s` : `${s / 60} min`);

/** Writes text where it differs; says whether it did. */
function write(element, text) {
  if (element.textContent === text) return false;
  element.textContent = text;
  return true;
}
