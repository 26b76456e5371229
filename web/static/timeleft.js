// What both sides have left now, worked out from the last snapshot. Only the referee
// decides when a period or a flag falls; this only keeps the digits moving between
// his messages, and never shows more than is left.

/** "1h30m", "30s", "0.5s" in seconds. */
export function seconds(text) {
  let total = 0;
  for (const [, number, unit] of text.matchAll(/([\d.]+)([hms])/g)) total += number * { h: 3600, m: 60, s: 1 }[unit];
  return total;
}

/** What a control's SPEC says that the page needs. */
export function controlOf(spec) {
  const system = spec.split(" ")[0];
  const overtime = /(\d+)x([\dhms.]+)/.exec(spec);
  // Ing's extensions are a sixth of the main time where the SPEC does not say otherwise.
  if (system === "ing" && !overtime) return { system, periods: 3, period: seconds(spec) / 6 };
  return {
    system,
    periods: overtime ? Number(overtime[1]) : 0,
    period: overtime ? seconds(overtime[2]) : 0,
  };
}

// Where no score sheet may wait, and the increment that leaves time to write one.
const ALWAYS_WRITES = new Set(["untimed", "step", "quick"]);
const RELIEF_BELOW = 300;
const TIME_TO_WRITE = 30;

/** Whether the side may leave its score sheet for later: near its limit, or in overtime. */
function relieved(now, control, spec) {
  if (now.flag || ALWAYS_WRITES.has(control.system)) return false;
  const increment = Math.max(0, ...[...spec.matchAll(/\+([\dhms.]+)/g)].map((m) => seconds(m[1])));
  return now.overtime || (now.left <= RELIEF_BELOW && increment < TIME_TO_WRITE);
}

const BOTH_LOSE = new Set(["shared"]);
const OTHER_GAINS = new Set(["hourglass"]);

/**
 * One side `passed` seconds after the snapshot:
 * {left, periods, stones, period, overtime, second, running, flag, first, relief}, times in seconds.
 */
export function sideAfter(snapshot, side, passed) {
  const now = timeAfter(snapshot, side, passed);
  now.relief = relieved(now, controlOf(snapshot.control), snapshot.control);
  return now;
}

function timeAfter(snapshot, side, passed) {
  const control = controlOf(snapshot.control);
  const face = snapshot.faces[side === "p1" ? "P1" : "P2"];
  const state = snapshot.clock[side];
  const ticking = snapshot.clock.running !== "none" && !snapshot.clock.paused && !snapshot.faces.Asking && snapshot.phase !== "over";
  const running = ticking && snapshot.clock.running === side;
  const now = {
    left: face.Left / 1e9, periods: state.periods, stones: state.stones, overtime: face.Overtime,
    period: control.period || state.period, second: face.Second, running, flag: state.flag, first: face.Flag,
    untimed: control.system === "untimed",
  };
  passed = Math.max(0, passed);
  if (!ticking || state.flag) return now;
  if (running || BOTH_LOSE.has(control.system)) spend(now, state, control, passed);
  else if (OTHER_GAINS.has(control.system)) now.left += passed;
  return now;
}

function spend(now, state, control, passed) {
  if (control.system === "delay" && now.second) {
    // The delay goes first; its text is rounded down, so nothing is given away.
    const delay = parseShown(now.second);
    now.second = delay > passed ? shown(delay - passed) : "";
    passed = Math.max(0, passed - delay);
  }
  now.left -= passed;
  if (now.left > 0) return;
  const hasOvertime = state.periods > 0 || (control.system === "canadian" && state.stones > 0);
  if (!now.overtime && hasOvertime) {
    now.overtime = true;
    now.left += state.period; // its full length: it has not begun in the snapshot
  }
  while (now.left <= 0 && now.periods > 1) {
    now.periods--;
    now.left += now.period;
  }
  // Whether the time is out is not ours to say: hold the last moment until he says so.
  now.left = Math.max(now.left, 0.01);
}

/** Seconds as text, rounded down: h:mm:ss, m:ss, tenths below ten seconds, zero only for the flag. */
export function shown(left) {
  // A nanosecond for floating point, which knows 18:57 as 18:56.999999999999.
  const tiny = left + 1e-9;
  if (left < 10) {
    for (const digits of [1, 2, 3]) {
      const unit = 10 ** digits;
      if (tiny * unit >= 1) return (Math.floor(tiny * unit) / unit).toFixed(digits);
    }
    return "0.001";
  }
  const whole = Math.floor(tiny);
  const pair = (n) => String(n).padStart(2, "0");
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return h ? `${h}:${pair(m)}:${pair(s)}` : `${m}:${pair(s)}`;
}

function parseShown(text) {
  return text.split(":").reduce((total, part) => total * 60 + Number(part), 0);
}
