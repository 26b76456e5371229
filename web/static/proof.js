// The proof of a verdict, drawn on the board and said in words.

import { el } from "./dom.js";

const COLORS = ["one", "two", "three", "four"];
const FOULS = { 33: "double-three", 44: "double-four", 6: "overline" };

/** The event whose proof the page should show by itself: that of the newest stone, or of the end. */
export function standing(events, snapshot) {
  const proven = events.findLast((e) => (e.kind === "foul" || e.kind === "five") && (e.proof || e.line?.length));
  if (!proven) return null;
  const last = snapshot.moves.at(-1)?.point;
  const decided = snapshot.outcome && ["foul", "five", "overline"].includes(snapshot.outcome.reason);
  return proven.point === last || proven.line?.includes(last) || (decided && proven) ? proven : null;
}

/** What to draw and what to say: {title, shapes: [{points, completions, color, dashed, text}]}. */
export function proofOf(event) {
  const proof = event.proof ?? {};
  if (event.kind === "five") {
    const lines = proof.lines?.length ? proof.lines : [event.line];
    return { won: true, title: event.text, shapes: lines.map((points) => ({ points, color: "win", text: points.join(" ") })) };
  }
  const shapes = [
    ...(proof.lines ?? []).map((points) => ({ points, text: `${points.length} in a row: ${points.join(" ")}` })),
    ...(proof.fours ?? []).map((f) => ({ points: f.stones, completions: f.completions, text: `four: ${f.stones.join(" ")}`, more: `five on ${f.completions.join(" or ")}` })),
    ...(proof.threes ?? []).filter((t) => t.real).map(three),
  ].map((shape, i) => ({ ...shape, color: COLORS[i % COLORS.length] }));
  return { won: false, title: `${event.point}: ${FOULS[event.foul] ?? "forbidden"}`, shapes };
}

function three(t) {
  const legal = t.extensions.filter((e) => e.verdict.kind === "ok").map((e) => e.point);
  return { points: t.stones, completions: legal, text: `three: ${t.stones.join(" ")}`, more: `straight four on ${legal.join(" or ")}` };
}

/** Fills the panel of words; empty without a proof. */
export function tell(panel, proof) {
  panel.hidden = !proof;
  if (!proof) return;
  panel.classList.toggle("won", proof.won);
  panel.replaceChildren(
    el("h2", {}, proof.title),
    el("ul", {}, ...proof.shapes.map((s) => el("li", { class: s.color }, el("span", {}, s.text, s.more ? el("small", {}, ` – ${s.more}`) : "")))),
  );
}
