// The opening: what its player may say, and how the board shows what he may lay.

/**
 * What the actor of the opening can declare, as [label, order]. Stones he simply lays and
 * presses; laying on instead of swapping keeps the colours.
 */
export function openingOrders({ opening: o, phase }) {
  if (!o || phase !== "opening") return [];
  const side = o.actor;
  const list = [];
  if (o.may_swap) list.push(["Swap colours", { kind: "swap", side }], ["Keep colours", { kind: "keep", side }]);
  for (let n = o.declare_min ?? 0; n && n <= (o.declare_max ?? 0); n++) {
    list.push([`${n} fifth move${n > 1 ? "s" : ""}${n === o.suggested ? " (usual)" : ""}`, { kind: "declare", side, n }]);
  }
  if (o.may_offer) list.push([`Offer ${o.may_offer} fifth moves`, { kind: "declare", side, n: o.may_offer }]);
  if (o.choosing) for (const point of o.on_board ?? []) list.push([`Keep ${point}`, { kind: "choose", side, point }]);
  return list;
}

const MANY = 121; // legal points: more than these restrict nobody and only clutter the board

/** {legal, loose, offers, color} for the board. */
export function openingMarks({ opening: o, phase }) {
  if (!o || phase !== "opening") return {};
  const legal = [...new Set([...(o.legal ?? []), ...(o.legal_white ?? [])])];
  const color = o.color && o.color !== "empty" ? o.color : o.white ? (o.black || o.offers ? "unknown" : "white") : "black";
  return { legal: legal.length <= MANY ? legal : [], loose: o.loose, offers: o.on_board, color };
}

/** The name of the figure, "Kagetsu 花月". */
export const figure = ({ named }) => (named ? [named.en, named.zh].filter(Boolean).join(" ") : "");
