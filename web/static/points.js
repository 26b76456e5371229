// Points by name: "H8" is column 7, row 7, both counted from 0 at Black's near left.

export function parsePoint(name) {
  if (!/^[A-S]\d{1,2}$/.test(name ?? "")) return null;
  return { col: name.charCodeAt(0) - 65, row: Number(name.slice(1)) - 1 };
}

export function pointName(col, row) {
  return String.fromCharCode(65 + col) + (row + 1);
}

/** What lies on each point, from a snapshot's rows (the highest row first). */
export function* stonesOf(snapshot) {
  for (let i = 0; i < snapshot.rows.length; i++) {
    const row = snapshot.rows.length - 1 - i;
    for (let col = 0; col < snapshot.rows[i].length; col++) {
      const letter = snapshot.rows[i][col];
      if (letter !== ".") yield { point: pointName(col, row), color: letter === "x" ? "black" : "white" };
    }
  }
}
