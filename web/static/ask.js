// Talking to the referee and to the person at the screen.

import { byId, el } from "./dom.js";

/** POSTs JSON; resolves to null when done, or to why not, in words. */
export async function post(address, body) {
  try {
    const answer = await fetch(address, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
    byId("toast").hidden = true; // what it said is answered now, one way or the other
    if (answer.ok) return null;
    const { error } = await answer.json().catch(() => ({}));
    return (error ?? `the referee answered ${answer.status}`).replace(/^web: (arbiter: )?/, "");
  } catch {
    return "the referee cannot be reached";
  }
}

/** Gives an order to the game; says so when it was not taken. */
export async function order(input) {
  const why = await post("/api/command", input);
  if (why) say(`Not done: ${why}.`);
  return !why;
}

let toastTimer = 0;

/** Shows a line for a few seconds. */
export function say(text) {
  const toast = byId("toast");
  toast.textContent = text;
  toast.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => (toast.hidden = true), 6000);
}

/**
 * Asks a question; resolves to the chosen value, "no" when it was put away. Each question
 * has a dialog of its own: the close event of one comes late and must not answer the next.
 */
export function choose(question, answers) {
  if (document.querySelector("dialog[open]")) return Promise.resolve("no");
  const menu = el("menu", {}, ...answers.map(([value, label, kind = ""]) => el("button", { value, class: kind }, label)));
  const dialog = el("dialog", {}, el("form", { method: "dialog" }, el("p", {}, question), menu));
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue || "no");
    }, { once: true });
  });
}

export const sure = async (question) => (await choose(question, [["no", "No"], ["yes", "Yes", "danger"]])) === "yes";

export const NEXT_GAME = "Set up the next game? The finished one is kept; this page forgets it.";
