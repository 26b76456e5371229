// The list of what happened, in the game's own words, newest first.

import { el } from "./dom.js";
import { evidenceOf } from "./evidence.js";

const TONES = {
  foul: "bad", flag: "bad", infraction: "bad", incident: "bad",
  freeze: "care", restore: "care", correct: "care", claim: "care", draw_offer: "care", period: "care",
  resume: "good", restored: "good", five: "good", straightened: "", over: "end", start: "good",
};

/** Seconds of the game's time as m:ss or h:mm:ss. */
export function gameTime(at) {
  const whole = Math.floor(at);
  const pair = (n) => String(n).padStart(2, "0");
  const minutes = Math.floor(whole / 60);
  return minutes < 60 ? `${minutes}:${pair(whole % 60)}` : `${Math.floor(minutes / 60)}:${pair(minutes % 60)}:${pair(whole % 60)}`;
}

export class Log {
  #list;
  #chosen;
  #pictures;
  #known = new Map(); // seq → li
  #first = null; // the oldest event shown, to notice another game

  /** `chosen` is called with the event somebody clicks on; `pictures` shows them unasked. */
  constructor(list, chosen, pictures) {
    this.#list = list;
    this.#chosen = chosen;
    this.#pictures = pictures;
  }

  show(events) {
    if (events[0] !== this.#first) {
      this.#first = events[0];
      this.#known.clear();
      this.#list.replaceChildren();
    }
    for (const event of events.slice(this.#known.size)) {
      const item = this.#item(event);
      this.#known.set(event.seq, item);
      this.#list.prepend(item);
    }
  }

  mark(seq) {
    for (const [s, item] of this.#known) item.classList.toggle("chosen", s === seq);
  }

  #item(event) {
    const healed = event.kind === "alert" && event.healed;
    const tone = event.kind === "alert" ? (healed ? "good" : event.severity === "info" ? "" : "care") : (TONES[event.kind] ?? "");
    const time = el("time", { title: event.wall || `${event.at} s` }, gameTime(event.at));
    const text = el("span", { "data-tone": tone }, event.text || event.kind);
    if (event.to === "arbiter") text.append(" ", el("span", { class: "private", title: "The players have not been told" }, "arbiter only"));
    const item = el("li", { "data-seq": event.seq, "data-kind": event.kind }, time, text);
    const evidence = this.#evidence(event);
    if (evidence) item.append(evidence);
    if (event.point) {
      item.dataset.point = event.point;
      item.addEventListener("click", () => this.#chosen(event));
    }
    return item;
  }

  /** The pictures of an event, below the first event that they show. */
  #evidence(event) {
    if (event.evidence && this.#list.querySelector(`[data-clip="${event.evidence}"]`)) return null;
    return evidenceOf(event, this.#pictures);
  }
}
