// The pictures around an event: a strip, each picture on its own, and its points close up.

import { el } from "./dom.js";

const AGAIN = 1000; // ms between two looks for pictures that are still coming
const PATIENCE = 30; // looks
const MOMENTS = ["before", "at the moment", "after"];

/** The clips the server has, by name; null where it could not be asked. */
async function known() {
  try {
    const answer = await fetch(`/api/evidence${location.pathname === "/desk" ? "?view=desk" : ""}`);
    return new Map((await answer.json()).map((clip) => [clip.id, clip]));
  } catch {
    return null;
  }
}

let asked = null; // one question for all events that are shown at once
function clips() {
  asked ??= known().finally(() => setTimeout(() => (asked = null), AGAIN / 2));
  return asked;
}

/** What an event shows of its pictures, or null. `open` shows them without being asked. */
export function evidenceOf(event, open) {
  if (event.no_evidence) return el("small", { class: "evidence none" }, `No pictures: ${event.no_evidence}.`);
  if (!event.evidence) return null;
  const host = el("div", { class: "evidence", "data-clip": event.evidence });
  const show = () => fill(host, event.evidence, PATIENCE);
  if (open) show();
  else host.append(el("button", { type: "button", class: "small", click: (e) => (e.stopPropagation(), show()) }, "Pictures"));
  return host;
}

async function fill(host, id, looks) {
  const clip = (await clips())?.get(id);
  const coming = !clip?.complete;
  if (clip && (!coming || !host.querySelector("img"))) host.replaceChildren(...parts(clip));
  else if (!clip) host.replaceChildren(el("small", {}, looks > 0 ? "The pictures are coming…" : "There are no pictures of this."));
  if (coming && looks > 0) setTimeout(() => fill(host, id, looks - 1), AGAIN);
}

function parts(clip) {
  const { id, pictures, crops, strip, missing, complete } = clip;
  const note = missing ? el("small", {}, pictures.length ? `Not all pictures are there: ${missing}.` : `No pictures: ${missing}.`) : complete ? null : el("small", {}, "More pictures are coming…");
  if (!pictures.length) return [note ?? el("small", {}, "The pictures are coming…")];
  const src = (file) => `/evidence/${id}/${file}`;
  const face = strip ?? pictures[0];
  const viewer = el("div", { class: "viewer", hidden: true });
  const toggle = (e) => {
    e.stopPropagation();
    if (!viewer.children.length) viewer.append(...view(clip, src));
    viewer.hidden = !viewer.hidden;
  };
  return [
    el("img", { class: "strip", src: src(face.file), width: face.width, height: face.height, loading: "lazy", alt: `${pictures.length} pictures of what happened`, title: "Look closer", click: toggle }),
    ...(crops.length ? [el("div", { class: "crops" }, ...closeUps(clip, src))] : []),
    viewer, ...(note ? [note] : []),
  ];
}

/** The points close up, a row for each. */
function closeUps({ crops, at }, src) {
  const points = [...new Set(crops.map((c) => c.point))];
  return points.map((point) => el("div", {}, el("b", {}, point), ...crops.filter((c) => c.point === point).map((c, i, all) => {
    const when = all.length === MOMENTS.length ? MOMENTS[i] : ago(c.at - at);
    return el("figure", {}, el("img", { src: src(c.file), loading: "lazy", alt: `${point} ${when}` }), el("figcaption", {}, when));
  })));
}

const ago = (seconds) => `${seconds >= 0 ? "+" : "−"}${Math.abs(seconds).toFixed(1)} s`;

/** One picture at a time, with a slider through all. */
function view({ id, pictures, at }, src) {
  const img = el("img", { alt: "" });
  const label = el("output");
  const nearest = pictures.findLastIndex((p) => p.at <= at);
  const slider = el("input", { type: "range", min: 0, max: pictures.length - 1, value: Math.max(nearest, 0), "aria-label": "Which picture", click: (e) => e.stopPropagation() });
  const show = () => {
    const p = pictures[slider.value];
    img.src = src(p.file);
    img.alt = label.textContent = ago(p.at - at);
  };
  slider.addEventListener("input", show);
  show();
  return [img, el("p", {}, slider, label, el("a", { href: src("clip.avi"), download: `${id}.avi`, click: (e) => e.stopPropagation() }, "Film"))];
}
