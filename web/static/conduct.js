// The arbiter's orders about the conduct of the game, interruptions, and what the record
// and the match need. Each row is made for a snapshot; `ask` makes buttons that ask first.

import { order, say } from "./ask.js";
import { el } from "./dom.js";

const row = (label, ...parts) => el("div", { class: "row" }, el("span", {}, label), ...parts.filter(Boolean));

const plain = (label, kind, make) => el("button", { type: "button", "data-order": kind, click: () => { const input = make(); if (input) order(input); } }, label);

/** How a match stands, in words; nothing for a single game. */
export function matchScore(m) {
  return m ? `game ${m.game}${m.games ? ` of ${m.games}` : ""}: ${m.a} ${m.points_a}, ${m.b} ${m.points_b}` : "";
}

/** The score, and before the first game the names and the draw for colours. */
export function matchRows(snapshot, ask) {
  const rows = [];
  const m = snapshot.match;
  if (m) {
    const verdict = m.over ? (m.winner ? `; ${m.winner} has won the match` : "; the match is drawn") : "";
    rows.push(el("p", { class: "match" }, matchScore(m) + verdict));
  }
  if (snapshot.phase === "setup") rows.push(names(snapshot), colors(snapshot, ask));
  return rows;
}

function names(snapshot) {
  const field = (what, label, value) => {
    const input = el("input", { type: "text", maxlength: "80", "aria-label": label, placeholder: label, "data-enter": what });
    input.value = value ?? "";
    input.addEventListener("change", () => order({ kind: "enter", what, reason: input.value.trim() }));
    return input;
  };
  return el("div", { class: "row names" }, field("p1", "Opens the game", snapshot.p1), field("p2", "Second player", snapshot.p2),
    field("event", "Event", snapshot.event), field("round", "Round", snapshot.round));
}

/** The draw for colours: who opens. Grabbed stones are counted by their parity. */
function colors(snapshot, ask) {
  if (snapshot.match && snapshot.match.game > 1) return null;
  const count = (label) => el("input", { type: "number", min: "0", max: "113", class: "count", "aria-label": label, placeholder: label });
  const first = count(`stones of ${snapshot.p1}`);
  const second = count(`stones of ${snapshot.p2}`);
  const grabbed = (input) => (input.value === "" ? NaN : Number(input.value));
  const draw = (d) => ({ kind: "colors", draw: { first: 0, second: 0, guess: "", winner: 0, odd_keeps: false, ...d } });
  const guess = (word) => plain(`${snapshot.p2} guesses ${word}`, "colors", () => (Number.isNaN(grabbed(first)) ? (say("How many stones were grabbed?"), null) : draw({ method: "guess", first: grabbed(first), guess: word })));
  const won = (winner, name) => ask.careful(`${name} opens`, `Has ${name} won the toss, and opens the game?`, "colors", () => draw({ method: "coin", winner }));
  return el("details", {}, el("summary", {}, "Draw for colours"), el("div", {},
    row("Toss", won(1, snapshot.p1), won(2, snapshot.p2)),
    row("Grab", first, second, plain("Both have grabbed", "colors", () => (Number.isNaN(grabbed(first) + grabbed(second)) ? (say("How many stones has each grabbed?"), null) : draw({ method: "grab", first: grabbed(first), second: grabbed(second) })))),
    row("Guess", guess("odd"), guess("even"))));
}

/** A forced interruption with a sealed move. */
export function adjournRow(snapshot, ask) {
  const confirm = (side) => plain(`${ask.color(side)} confirms`, "confirm", () => ({ kind: "confirm", side }));
  switch (snapshot.adjourned) {
    case "confirming":
      return row("Interruption", confirm("p1"), confirm("p2"));
    case undefined:
    case "":
      return snapshot.phase === "paused" && snapshot.reason === "restart" ? row("Position", confirm("p1"), confirm("p2")) : null;
    case "sealing":
      return row("Interruption", ask.careful("The envelope is handed in", "Has the next move been sealed? Both clocks stand.", "seal", () => ({ kind: "seal" })));
    case "sealed": {
      const point = el("input", { type: "text", maxlength: "3", class: "count", placeholder: "H8", "aria-label": "The sealed point" });
      const named = () => point.value.trim().toUpperCase();
      return row("Envelope", point,
        ask.careful("Open it", "Is that what the envelope says? It must be played.", "unseal", () => (named() ? { kind: "unseal", point: named() } : (say("Write the point that is in the envelope."), null))),
        ask.careful("It cannot be played", "Does the envelope hold no move that can be played? The game is lost.", "unseal", () => ({ kind: "unseal" })));
    }
  }
  return null;
}

/** What the players themselves confirm and sign, where there is an arbiter to want it. */
export function signatures(snapshot) {
  const confirming = snapshot.adjourned === "confirming" || (snapshot.phase === "paused" && snapshot.reason === "restart");
  if (confirming) return ["p1", "p2"].map((side) => ["I confirm position and times", { kind: "confirm", side }]);
  if (snapshot.phase !== "over") return [];
  return ["p1", "p2"].filter((_, i) => !snapshot.signed[i]).map((side) => ["I sign the result", { kind: "sign", side }]);
}

/** Another result than the one that was announced, until both have signed. */
export function anotherResult(snapshot, ask) {
  if (snapshot.signed.every(Boolean)) return null;
  const reason = el("input", { type: "text", placeholder: "Reason for the record", "aria-label": "Reason", maxlength: "200" });
  const rule = (label, input) => ask.careful(label, `${label}? It replaces the result; the record keeps both.`, "rule", () => {
    if (!reason.value.trim()) return say("A ruling needs a reason."), null;
    return { kind: "rule", reason: reason.value.trim(), ...input };
  });
  return el("details", {}, el("summary", {}, "Another result"), el("div", {},
    row("Ruling", rule(`${ask.color("p1")} wins`, { side: "p1" }), rule(`${ask.color("p2")} wins`, { side: "p2" }), rule("Draw", {}), rule("Both lose", { what: "both" })),
    row("Reason", reason)));
}

/** The signatures below the result. */
export function signRow(snapshot, ask) {
  const left = ["p1", "p2"].filter((_, i) => !snapshot.signed[i]);
  if (left.length === 0) return el("p", {}, "Both have signed: the result stands.");
  return row("Result sheet",
    ...left.map((side) => ask.careful(`${ask.color(side)} signs`, `Has ${ask.who(side)} signed the result?`, "sign", () => ({ kind: "sign", side }))),
    ...left.map((side) => ask.careful(`${ask.color(side)} refuses`, `Does ${ask.who(side)} refuse to sign? That loses the game.`, "defy", () => ({ kind: "defy", side, what: "sign" }))));
}

/** What nobody but a person can see, by the names of the rules. */
export function findingRows(snapshot, ask, reason) {
  if (snapshot.phase === "setup") return [];
  const each = (label, question, make) => row(label, ...["p1", "p2"].map((side) => ask.careful(ask.color(side), question(ask.who(side)), make(side).kind, () => ({ ...make(side), reason: reason() }))));
  const one = (label, question, input) => ask.careful(label, question, input.kind, () => ({ ...input, reason: reason() }));
  const moves = snapshot.moves.length;
  const back = el("input", { type: "number", min: "0", max: String(Math.max(moves - 1, 0)), class: "count", placeholder: "move", "aria-label": "Back to the position after move" });
  return [
    each("Disturbs", (who) => `Warn ${who} for disturbing the other?`, (side) => ({ kind: "disturb", side })),
    each("Knocked the board", (who) => `Was it ${who}? The position is restored on that player's time.`, (side) => ({ kind: "bump", side })),
    each("Scattered on purpose", (who) => `Has ${who} destroyed the position on purpose? That loses the game.`, (side) => ({ kind: "scatter", side })),
    each("Left the seat", (who) => `Has ${who} left the seat while on move?`, (side) => ({ kind: "leave", side, what: "seat" })),
    each("Left the game", (who) => `Has ${who} left without a word? That loses the game.`, (side) => ({ kind: "leave", side, what: "game" })),
    each("Has not come", (who) => `Is ${who} absent?`, (side) => ({ kind: "absent", side })),
    each("Has come", (who) => `Has ${who} come?`, (side) => ({ kind: "arrive", side })),
    moves > 0 && row("Wrong position", back, ask.careful("Go back", "Go back to the position after that move, with the clocks of then?", "rewind", () => {
      if (back.value === "") return say("After which move was the position right?"), null;
      return { kind: "rewind", n: Number(back.value), reason: reason() };
    })),
    row("Game",
      one("Interrupt with a sealed move", "Interrupt the game? Both confirm the position, then the next move is sealed.", { kind: "adjourn" }),
      one("Clock fault", "Is the clock plainly wrong? Both stand until you have set them.", { kind: "clock_fault" }),
      one("Cannot be restored", "Can the position not be restored, and is nobody to blame? The game is played again.", { kind: "irreparable" }),
      one("Illegal position of long ago", "Do both agree that the position became illegal long ago?", { kind: "long_ago" }),
      one("Colours mixed up", "Had the wrong player Black? Before stone 4 the game begins again.", { kind: "mixed_colors" }),
      one("Wrong opening", "Was the opening wrong? It is noted, and the game goes on.", { kind: "wrong_opening" })),
  ].filter(Boolean);
}
