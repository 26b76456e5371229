// The camera's picture with what the eye makes of it, and the board's corners by hand.

import { post, say } from "./ask.js";
import { el, svg } from "./dom.js";

const EVERY = 2000; // ms between two pictures
const NAMES = ["top left", "top right", "bottom right", "bottom left"];

/** Fetched only while somebody looks. */
export class Camera {
  #timer = 0;
  #button;
  #figure;
  #img;
  #caption;
  #lines = svg("svg", { preserveAspectRatio: "xMidYMid meet" });
  #advice = el("ul", { class: "advice" });
  #hands = el("p", { class: "row" });
  #known = null;
  #corners = null; // while they are being set by hand
  #drag = -1;

  /** `arbiter` says whether whoever looks may have the board found anew. */
  constructor(button, figure, arbiter) {
    this.#button = button;
    this.#figure = figure;
    this.#img = figure.querySelector("img");
    this.#caption = figure.querySelector("figcaption");
    button.addEventListener("click", () => this.toggle());
    this.#img.addEventListener("load", () => (this.#caption.textContent = `the camera, ${new Date().toLocaleTimeString()}`));
    this.#img.addEventListener("error", () => (this.#caption.textContent = "the camera has no picture just now"));
    if (!arbiter) return;
    const view = el("div", { class: "view" });
    this.#img.replaceWith(view);
    view.append(this.#img, this.#lines);
    figure.append(this.#advice, this.#hands);
    this.#buttons();
    this.#lines.addEventListener("pointerdown", (e) => this.#grab(e));
    this.#lines.addEventListener("pointermove", (e) => this.#move(e));
    this.#lines.addEventListener("pointerup", () => (this.#drag = -1));
  }

  toggle() {
    if (this.#button.hidden) return;
    const open = this.#figure.hidden;
    this.#figure.hidden = !open;
    this.#button.setAttribute("aria-expanded", open);
    clearInterval(this.#timer);
    if (!open) return;
    this.#load();
    this.#timer = setInterval(() => this.#load(), EVERY);
  }

  async #load() {
    this.#img.src = `/api/picture.jpg?${Date.now()}`;
    if (!this.#lines.isConnected) return;
    try {
      const answer = await fetch("/api/camera");
      if (answer.ok) this.#known = await answer.json();
    } catch {
      return; // the page says by itself that the referee is away
    }
    this.#draw();
  }

  #draw() {
    const v = this.#known;
    if (!v?.width) return;
    this.#lines.setAttribute("viewBox", `0 0 ${v.width} ${v.height}`);
    const pairs = (flat) => flat.reduce((s, n, i) => s + (i % 2 ? "," : " ") + n.toFixed(1), "").trim();
    const corners = this.#corners ?? v.corners ?? [];
    const shapes = this.#corners
      ? [svg("polygon", { points: corners.map((c) => c.join(",")).join(" ") })]
      : (v.lines ?? []).map((line) => svg("polyline", { points: pairs(line) }));
    const r = v.width / (this.#corners ? 50 : 110);
    corners.forEach(([x, y], i) => {
      const sure = this.#corners ? 1 : v.corner_sure?.[i] ?? 1;
      shapes.push(svg("circle", { cx: x, cy: y, r, "data-corner": i, "data-doubt": sure < 0.6 },
        svg("title", {}, `${NAMES[i]}: ${Math.round(sure * 100)} % sure`)));
    });
    this.#lines.replaceChildren(...shapes);
    const found = v.corners?.length ? `The board was found, ${Math.round(v.sure * 100)} % sure.` : "The board has not been found.";
    const lines = [...(v.trouble ?? []), ...(this.#corners ? ["Drag the four rings to the corner points of the board."] : [found, ...(v.advice ?? [])]), v.report].filter(Boolean);
    this.#advice.replaceChildren(...lines.map((text) => el("li", {}, text[0].toUpperCase() + text.slice(1))));
  }

  #buttons() {
    const button = (label, act) => el("button", { type: "button", click: act }, label);
    this.#hands.replaceChildren(...(this.#corners
      ? [button("Use these corners", () => this.#find(this.#corners.flat())), button("Leave it", () => this.#byHand(false))]
      : [button("Find the board anew", () => this.#find([])), button("Set the corners by hand", () => this.#byHand(true))]));
  }

  #byHand(on) {
    const { width: w, height: h, corners } = this.#known ?? {};
    if (on && !w) return say("There is no picture yet.");
    const usual = [[0.25, 0.2], [0.75, 0.2], [0.75, 0.8], [0.25, 0.8]].map(([x, y]) => [x * w, y * h]);
    this.#corners = on ? (corners?.length ? corners.map((c) => [...c]) : usual) : null;
    this.#buttons();
    this.#draw();
  }

  async #find(corners) {
    const why = await post("/api/camera", { corners });
    if (why) return say(`Not done: ${why}.`);
    this.#byHand(false);
    say("The eye looks for the board anew.");
  }

  #grab(e) {
    this.#drag = this.#corners ? Number(e.target.dataset?.corner ?? -1) : -1;
    if (this.#drag < 0) return;
    e.preventDefault();
    this.#lines.setPointerCapture(e.pointerId);
  }

  #move(e) {
    if (this.#drag < 0) return;
    const at = new DOMPoint(e.clientX, e.clientY).matrixTransform(this.#lines.getScreenCTM().inverse());
    this.#corners[this.#drag] = [Math.round(at.x * 10) / 10, Math.round(at.y * 10) / 10];
    this.#draw();
  }
}
