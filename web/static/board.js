// The board as SVG: wood, lines, stones with their numbers, and what is wrong.

import { svg } from "./dom.js";
import { openingMarks } from "./opening.js";
import { parsePoint, pointName, stonesOf } from "./points.js";

const CELL = 100; // units of the viewBox between two lines
const EDGE = 78; // from the outermost line to the rim of the wood
const LETTERS = 62; // room for the coordinates outside the wood

const STARS = { 15: [3, 7, 11], 19: [3, 9, 15] };

export class Board {
  #root;
  #size = 0;
  #turned = false;
  #ground = svg("g");
  #marksBelow = svg("g");
  #stones = svg("g");
  #marks = svg("g");
  #drawn = new Map(); // point → the stone's element
  #snapshot = null;
  #marked = null;

  /** `pick` is called with a point's name when somebody clicks on the board. */
  constructor(root, pick) {
    this.#root = root;
    root.append(definitions(), this.#ground, this.#marksBelow, this.#stones, this.#marks);
    this.#layGround(15); // an empty board until the first snapshot
    root.addEventListener("click", (e) => {
      const point = this.#pointAt(e);
      if (point) pick(point);
    });
  }

  get turned() {
    return this.#turned;
  }

  /** Shows the board from White's side, or from Black's. */
  turn(turned) {
    this.#turned = turned;
    this.#size = 0; // the ground is drawn anew
    this.#drawn.clear();
    this.#stones.replaceChildren();
    if (this.#snapshot) this.show(this.#snapshot);
  }

  show(snapshot) {
    this.#snapshot = snapshot;
    if (snapshot.size !== this.#size) this.#layGround(snapshot.size);
    this.#layStones(snapshot);
    this.#layMarks(snapshot);
    const last = snapshot.moves.at(-1);
    this.#root.setAttribute("aria-label", last ? `The board after ${last.n} moves, the last on ${last.point}` : "The empty board");
  }

  /** Draws shapes around points: {points, completions, color, dashed}, the proof of a foul or a five. */
  showShapes(shapes) {
    this.#marksBelow.replaceChildren(...shapes.flatMap((s) => this.#shape(s)));
  }

  /** Marks one stone as the one somebody asks about; null: none. */
  mark(point) {
    this.#marked = point;
    for (const [name, element] of this.#drawn) element.classList.toggle("chosen", name === point);
  }

  #place(name) {
    const p = parsePoint(name);
    if (!p) return null;
    const last = this.#size - 1;
    const [col, row] = this.#turned ? [last - p.col, last - p.row] : [p.col, p.row];
    return { x: col * CELL, y: (last - row) * CELL };
  }

  #pointAt(event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.#root.getScreenCTM().inverse());
    const last = this.#size - 1;
    let [col, row] = [Math.round(at.x / CELL), last - Math.round(at.y / CELL)];
    if (this.#turned) [col, row] = [last - col, last - row];
    return col >= 0 && row >= 0 && col <= last && row <= last ? pointName(col, row) : null;
  }

  #layGround(size) {
    this.#size = size;
    this.#drawn.clear();
    this.#stones.replaceChildren();
    const span = (size - 1) * CELL;
    const rim = { x: -EDGE, y: -EDGE, width: span + 2 * EDGE, height: span + 2 * EDGE, rx: 14 };
    this.#root.setAttribute("viewBox", `${-EDGE - LETTERS} ${-EDGE - 8} ${span + 2 * EDGE + LETTERS + 8} ${span + 2 * EDGE + LETTERS + 8}`);
    const lines = Array.from({ length: size }, (_, i) => `M0 ${i * CELL}H${span}M${i * CELL} 0V${span}`).join("");
    this.#ground.replaceChildren(
      svg("rect", { ...rim, class: "wood" }),
      svg("path", { d: grain(span), class: "grain" }),
      svg("rect", { ...rim, class: "light" }),
      svg("path", { d: lines, class: "lines" }),
      svg("rect", { x: 0, y: 0, width: span, height: span, class: "frame" }),
      ...this.#starPoints(size),
      ...this.#coordinates(size),
    );
  }

  #starPoints(size) {
    const at = STARS[size] ?? [Math.floor(size / 2)];
    const stars = at.flatMap((x) => at.map((y) => [x, y]));
    // The renju board has five, a board of 19 lines nine.
    return stars
      .filter(([x, y]) => size !== 15 || (x === 7) === (y === 7))
      .map(([x, y]) => svg("circle", { cx: x * CELL, cy: y * CELL, r: 9, class: "star" }));
  }

  #coordinates(size) {
    const below = (size - 1) * CELL + EDGE + 40;
    const all = [];
    for (let i = 0; i < size; i++) {
      const n = this.#turned ? size - 1 - i : i;
      all.push(svg("text", { x: i * CELL, y: below, class: "coordinate" }, String.fromCharCode(65 + n)));
      all.push(svg("text", { x: -EDGE - 30, y: (size - 1 - i) * CELL + 13, class: "coordinate" }, String(n + 1)));
    }
    return all;
  }

  #layStones(snapshot) {
    const wanted = new Map();
    for (const stone of stonesOf(snapshot)) wanted.set(stone.point, { ...stone, number: 0 });
    for (const move of snapshot.moves) {
      const stone = wanted.get(move.point);
      if (stone) Object.assign(stone, { number: move.n, foul: move.foul });
    }
    const last = snapshot.moves.at(-1)?.point;
    for (const [point, element] of this.#drawn) {
      if (wanted.get(point)?.color === element.dataset.color) continue;
      element.remove();
      this.#drawn.delete(point);
    }
    for (const stone of wanted.values()) this.#stone(stone, stone.point === last);
  }

  #stone({ point, color, number, foul }, isLast) {
    let g = this.#drawn.get(point);
    if (!g) {
      const { x, y } = this.#place(point);
      g = svg("g", { transform: `translate(${x} ${y})` }, ...stoneParts(color), svg("text", { y: 16.5, class: "number" }));
      Object.assign(g.dataset, { point, color });
      this.#stones.append(g);
      this.#drawn.set(point, g);
    }
    g.setAttribute("class", `stone ${color}${isLast ? " last" : ""}${foul ? " foul" : ""}${point === this.#marked ? " chosen" : ""}`);
    g.dataset.number = number || "";
    g.dataset.digits = String(number || "").length;
    g.querySelector("text").textContent = number || "";
  }

  #layMarks(snapshot) {
    const marks = [];
    const add = (points, draw) => {
      for (const point of points ?? []) {
        const at = this.#place(point);
        if (at) marks.push(draw(at, point));
      }
    };
    const missing = new Set(snapshot.missing ?? []);
    for (const [point, element] of this.#drawn) element.classList.toggle("missing", missing.has(point));
    const opening = openingMarks(snapshot);
    const taken = new Set([...(opening.loose ?? []), ...(opening.offers ?? [])]);
    add(opening.legal?.filter((p) => !taken.has(p)), (at, point) => mark(at, "legal", point, "A stone may be laid here", svg("circle", { r: 15 })));
    add(opening.offers, (at, point) => offeredStone(at, point, String.fromCharCode(97 + opening.offers.indexOf(point))));
    add(opening.loose?.filter((p) => !opening.offers?.includes(p)), (at, point) => pendingStone(at, point, opening.color));
    add(snapshot.pending && [snapshot.pending], (at, point) => pendingStone(at, point, snapshot.to_move));
    add(snapshot.missing, (at, point) => mark(at, "missing", point, "A stone is missing here", svg("circle", { r: 52 })));
    add(snapshot.extra, (at, point) => mark(at, "extra", point, "This stone does not belong here", svg("path", { d: "M-34-34L34 34M34-34L-34 34" })));
    add(snapshot.doubts, (at, point) => mark(at, "doubt", point, "The camera cannot tell what lies here", svg("text", { y: 22 }, "?")));
    this.#marks.replaceChildren(...marks);
  }

  #shape({ points, completions = [], color, dashed }) {
    const places = points.map((p) => this.#place(p)).filter(Boolean);
    if (!places.length) return [];
    const [a, b] = [places[0], places.at(-1)];
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    const angle = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
    const name = `shape ${color}${dashed ? " dashed" : ""}`;
    return [
      svg("rect", { class: name, x: -56, y: -56, width: length + 112, height: 112, rx: 56, transform: `translate(${a.x} ${a.y}) rotate(${angle})` }),
      ...completions.map((p) => this.#place(p)).filter(Boolean).map(({ x, y }) => svg("circle", { class: `completion ${color}`, cx: x, cy: y, r: 20 })),
    ];
  }
}

function stoneParts(color) {
  return [
    svg("ellipse", { class: "shadow", cx: 5, cy: 8, rx: 49, ry: 48 }),
    svg("circle", { class: "body", r: 46.5, fill: `url(#${color}-stone)` }),
    svg("circle", { class: "ring", r: 46.5 }),
  ];
}

/** A stone that lies on the board while the clock has not been pressed. */
function pendingStone({ x, y }, point, color) {
  const g = svg("g", { class: `pending ${color}`, transform: `translate(${x} ${y})` }, ...stoneParts(color), svg("title", {}, `${point}: not pressed yet`));
  g.dataset.point = point;
  return g;
}

/** A fifth move that is offered, with its letter. */
function offeredStone({ x, y }, point, letter) {
  const g = svg("g", { class: "stone black offered", transform: `translate(${x} ${y})` }, ...stoneParts("black"), svg("text", { y: 15, class: "letter" }, letter), svg("title", {}, `${point} is offered`));
  g.dataset.point = point;
  return g;
}

function mark({ x, y }, kind, point, title, ...parts) {
  const g = svg("g", { class: `mark ${kind}`, transform: `translate(${x} ${y})` }, ...parts, svg("title", {}, `${point}: ${title}`));
  g.dataset.point = point;
  return g;
}

/** Gradients for wood and stones. */
function definitions() {
  const stops = (list) => list.map(([offset, color]) => svg("stop", { offset, "stop-color": color }));
  return svg("defs", {},
    svg("linearGradient", { id: "wood", x1: 0, y1: 0, x2: 1, y2: 0.25 }, ...stops([[0, "#e3b56e"], [0.35, "#dcaa60"], [0.7, "#e2b26a"], [1, "#d39e54"]])),
    svg("radialGradient", { id: "light", cx: 0.35, cy: 0.2, r: 1 }, ...stops([[0, "#fff4d61f"], [0.6, "#fff4d600"], [1, "#3b1f051f"]])),
    svg("radialGradient", { id: "black-stone", cx: 0.36, cy: 0.3, r: 0.75 }, ...stops([[0, "#5d5a58"], [0.35, "#2b2928"], [1, "#0c0b0b"]])),
    svg("radialGradient", { id: "unknown-stone", cx: 0.4, cy: 0.35, r: 0.8 }, ...stops([[0, "#d8d2c8"], [1, "#6f675c"]])),
    svg("radialGradient", { id: "white-stone", cx: 0.38, cy: 0.32, r: 0.8 }, ...stops([[0, "#ffffff"], [0.55, "#f5f1e8"], [1, "#cfc6b6"]])),
  );
}

/** The grain: long flat waves, always the same ones. */
function grain(span) {
  let seed = 7;
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  const paths = [];
  for (let y = -EDGE + 10; y < span + EDGE - 10; y += 9 + random() * 22) {
    const [a, b, c] = [random() * 26 - 13, random() * 26 - 13, random() * 18 - 9];
    const third = (span + 2 * EDGE) / 3;
    const clamp = (v) => Math.max(-EDGE + 4, Math.min(span + EDGE - 4, v)).toFixed(1);
    paths.push(`M${-EDGE} ${clamp(y)}C${(-EDGE + third).toFixed(0)} ${clamp(y + a)} ${(-EDGE + 2 * third).toFixed(0)} ${clamp(y + b)} ${span + EDGE} ${clamp(y + c)}`);
  }
  return paths.join("");
}
