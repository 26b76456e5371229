// One page in three views: what everybody sees, the desk clock, the arbiter's.

import { Board } from "./board.js";
import { Camera } from "./camera.js";
import { nameOf, Panel } from "./clocks.js";
import { matchScore } from "./conduct.js";
import { Desk } from "./desk.js";
import { byId, el } from "./dom.js";
import { gameTime, Log } from "./log.js";
import { figure } from "./opening.js";
import { Orders } from "./orders.js";
import { proofOf, standing, tell } from "./proof.js";
import { Stream } from "./stream.js";

const view = { "/desk": "desk", "/arbiter": "arbiter" }[location.pathname] ?? "spectator";
const LINKS = { waiting: "connecting…", live: "live", lost: "connection lost, trying again…" };

class Page {
  #about;
  #first; // {now, snapshot, events}: what came with the page
  #events = [];
  #snapshot = null;
  #stream = null;
  #desk = null;
  #orders = null;
  #chosen = null; // the event whose point and proof somebody looks at
  #board = new Board(byId("board"), (point) => this.#orders?.correct(point));
  #log = new Log(byId("log"), (event) => this.#choose(event), view === "arbiter");
  #near = new Panel(byId("near"));
  #far = new Panel(byId("far"));

  constructor({ about = {}, ...first }) {
    this.#about = about;
    this.#first = first;
    document.body.dataset.view = view;
    byId("camera").hidden = !about.picture;
    byId("record").hidden = !about.record;
    byId("to-desk").hidden = !about.desk;
    byId("to-arbiter").hidden = view === "arbiter";
    byId("to-board").hidden = view !== "arbiter";
    this.#buttons();
    if (view === "desk") this.#startDesk();
    else if (view === "arbiter") this.#orders = new Orders(byId("orders"), about, () => this.#follow("arbiter"));
    // Without the PIN the arbiter's page shows what everybody may see.
    this.#follow(view === "arbiter" && !about.arbiter ? "spectator" : view);
    requestAnimationFrame(() => this.#frame());
  }

  #startDesk() {
    byId("table").hidden = true;
    if (this.#about.desk) this.#desk = new Desk(byId("desk"), this.#about);
    else byId("desk").replaceWith(el("p", { class: "notice" }, "The clock on this table has buttons of its own; those of the page are off."));
  }

  #follow(as) {
    this.#stream?.stop();
    this.admitted = as === "arbiter";
    // The first messages are good for the first stream only: a new arbiter sees more.
    const first = this.#stream ? null : this.#first;
    this.#stream = new Stream(as, {
      events: (events) => this.#onEvents(events),
      snapshot: (snapshot) => this.#onSnapshot(snapshot),
      link: (link) => this.#onLink(link),
    }, first);
  }

  #onEvents(events) {
    this.#events = events;
    this.#log.show(events);
    if (this.#snapshot) this.#drawProof();
  }

  #onSnapshot(snapshot) {
    this.#snapshot = snapshot;
    this.#board.show(snapshot);
    this.#seat();
    this.#title(snapshot);
    this.#status(snapshot);
    this.#alerts(snapshot);
    const secret = snapshot.mode === "tournament" && !snapshot.outcome && !this.admitted;
    byId("record").hidden = !this.#about.record || secret;
    byId("pictures").hidden = !this.#about.clips || (!snapshot.outcome && !this.admitted);
    this.#drawProof();
    this.#desk?.show(snapshot);
    if (this.admitted) this.#orders?.show(snapshot);
  }

  #onLink(link) {
    document.body.dataset.link = link;
    byId("link").textContent = LINKS[link];
    this.#desk?.link(link === "live" ? "" : LINKS[link]);
  }

  /** The near clock belongs to whoever sits at the edge of the board that is drawn below. */
  #seat() {
    const s = this.#snapshot;
    const [below, above] = this.#board.turned ? ["p2", "p1"] : ["p1", "p2"];
    this.#near.seat(s, below);
    this.#far.seat(s, above);
  }

  #title(s) {
    const names = s.p1 || s.p2 ? `${s.p1 || "Player 1"} – ${s.p2 || "Player 2"}` : "";
    byId("title").textContent = `Table ${s.table}`;
    byId("subtitle").textContent = [names, s.event, s.round && `round ${s.round}`, matchScore(s.match), figure(s), s.rules, s.control].filter(Boolean).join(" · ");
    document.title = `${names || "Shinpan"} · table ${s.table}`;
  }

  #status(s) {
    const line = byId("status");
    const latest = (kind) => this.#events.findLast((e) => e.kind === kind)?.text;
    const to = s.to_move[0].toUpperCase() + s.to_move.slice(1);
    const [text, small] = {
      setup: () => ["Waiting for the start", ""],
      paused: () => [latest("freeze") ?? `Both clocks stand: ${s.reason}.`, s.missing || s.extra ? latest("restore") : ""],
      opening: () => [s.opening?.text ?? "The opening", [s.opening?.protocol, figure(s)].filter(Boolean).join(" · ")],
      dispute: () => [latest("flag") ?? "The clock has decided, or the board has.", "What lies on the board is looked at."],
      over: () => [latest("over") ?? "The game is over.", `${s.moves.length} moves`],
    }[s.phase]?.() ?? [`${to} to move`, `move ${s.moves.length + 1}${openOffer(s)}${s.blind ? " · the camera cannot see the board" : ""}`];
    line.dataset.phase = s.phase;
    line.replaceChildren(text, small ? el("small", {}, small) : "");
  }

  #alerts(s) {
    byId("alerts").replaceChildren(...(s.alerts ?? []).map((a) =>
      el("p", { "data-severity": a.severity, "data-code": a.code }, a.text || a.code, el("time", {}, `since ${gameTime(a.since)}`))));
  }

  #choose(event) {
    this.#chosen = this.#chosen === event ? null : event;
    this.#log.mark(this.#chosen?.seq);
    this.#drawProof();
  }

  #drawProof() {
    const event = this.#chosen ?? standing(this.#events, this.#snapshot);
    const proven = event && (event.kind === "foul" || event.kind === "five" || event.proof) ? proofOf(event) : null;
    this.#board.showShapes(proven?.shapes ?? []);
    this.#board.mark(this.#chosen?.point ?? null);
    tell(byId("proof"), proven);
  }

  #frame() {
    requestAnimationFrame(() => this.#frame());
    if (!this.#snapshot || document.hidden) return;
    const now = this.#stream.watch.now() ?? this.#snapshot.at;
    const passed = now - this.#snapshot.at;
    if (this.#desk) return this.#desk.tick(passed);
    this.#near.tick(this.#snapshot, passed);
    this.#far.tick(this.#snapshot, passed);
  }

  #buttons() {
    const turn = () => {
      this.#board.turn(!this.#board.turned);
      byId("turn").setAttribute("aria-pressed", this.#board.turned);
      if (this.#snapshot) this.#seat();
      this.#drawProofIfAny();
    };
    const numbers = () => {
      const on = byId("numbers").getAttribute("aria-pressed") !== "true";
      byId("numbers").setAttribute("aria-pressed", on);
      byId("board").dataset.numbers = on;
    };
    const camera = new Camera(byId("camera"), byId("picture"), view === "arbiter");
    byId("turn").addEventListener("click", turn);
    byId("numbers").addEventListener("click", numbers);
    const keys = { t: turn, n: numbers, c: () => camera.toggle() };
    document.addEventListener("keydown", (e) => {
      if (view === "desk" || e.ctrlKey || e.metaKey || e.altKey || e.target.matches("input, select, textarea")) return;
      keys[e.key]?.();
    });
  }

  #drawProofIfAny() {
    if (this.#snapshot) this.#drawProof();
  }
}

function openOffer(s) {
  return s.offer && s.offer !== "none" ? ` · ${nameOf(s, s.offer)} offers a draw` : "";
}

// What the server knew when it sent the page.
new Page(JSON.parse(byId("first")?.textContent ?? "{}"));
