// The connection to the referee: what the game says, in order and without a gap, over
// lost networks and restarted appliances.

import { Watch } from "./watch.js";

const SILENCE = 7000; // ms without a word (the server speaks every 2 s): the line is dead
const AGAIN = 1500; // ms before trying again where the browser has given up

/**
 * Follows the stream of one view. `on` is told:
 *   events(list)      everything known of the game, oldest first, after each change
 *   snapshot(s)       the newest snapshot
 *   link(state)       "waiting" before the first word, "live", "lost"
 */
export class Stream {
  watch = new Watch();
  snapshot = null;
  #events = [];
  #game = null;
  #source = null;
  #silence = 0;
  #stopped = new AbortController();
  #on;
  #view;
  #link = "waiting";
  #refetched = null; // the game whose history was asked for again, so that it is asked once

  /** `first` is {now, snapshot, events} known without a stream, or null. */
  constructor(view, on, first) {
    this.#view = view;
    this.#on = on;
    if (first?.snapshot) {
      this.#game = first.snapshot.game;
      this.#events = first.events;
      on.events(this.#events);
      this.#snapshot(first);
    }
    // A phone that was asleep has missed everything and may hold a dead line.
    const signal = this.#stopped.signal;
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && this.#link !== "live") this.#open();
    }, { signal });
    window.addEventListener("online", () => this.#open(), { signal });
    this.#open();
  }

  stop() {
    this.#stopped.abort();
    clearTimeout(this.#silence);
    this.#source.close();
    this.#source = null;
  }

  #open() {
    this.#source?.close();
    const since = this.#events.at(-1)?.seq ?? 0;
    const source = new EventSource(`/events?view=${this.#view}&since=${since}`);
    this.#source = source;
    source.onopen = () => this.watch.forget();
    source.onmessage = (m) => this.#hear(() => this.#event(JSON.parse(m.data)));
    source.addEventListener("snapshot", (m) => this.#hear(() => this.#snapshot(JSON.parse(m.data))));
    source.addEventListener("beat", (m) => this.#hear(() => this.watch.hear(JSON.parse(m.data).now)));
    source.onerror = () => {
      if (source !== this.#source) return;
      this.#say("lost");
      // CONNECTING: the browser tries by itself. CLOSED: it has given up.
      if (source.readyState === EventSource.CLOSED) setTimeout(() => source === this.#source && this.#open(), AGAIN);
    };
    this.#listenForSilence();
  }

  #hear(use) {
    this.#say("live");
    this.#listenForSilence();
    use();
  }

  #listenForSilence() {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      this.#say("lost");
      this.#open();
    }, SILENCE);
  }

  #say(link) {
    if (link === this.#link) return;
    // Before the first word there is nothing to lose.
    if (link === "lost" && !this.snapshot) return;
    this.#link = link;
    this.#on.link(link);
  }

  #event(event) {
    if (event.game !== this.#game) this.#begin(event.game, event.seq === 1);
    if (event.seq <= (this.#events.at(-1)?.seq ?? 0)) return;
    this.#events.push(event);
    this.#on.events(this.#events);
  }

  #snapshot({ now, snapshot }) {
    if (snapshot.game !== this.#game) this.#begin(snapshot.game, this.#game === null);
    this.watch.hear(now);
    this.snapshot = snapshot;
    this.#on.snapshot(snapshot);
  }

  /** Another game: forget the old one, and fetch the start of the new one where it was missed. */
  #begin(game, complete) {
    this.#game = game;
    this.#events = [];
    this.watch.forget();
    this.#on.events(this.#events);
    if (complete || this.#refetched === game) return;
    this.#refetched = game;
    queueMicrotask(() => {
      this.#events = [];
      this.#open();
    });
  }
}
