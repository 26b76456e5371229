// What is heard of a clock, where the players want it: the warnings, the last seconds of
// a period, a period lost, the flag. Quiet unless switched on.

import { el } from "./dom.js";

const WARNINGS = [600, 300, 60]; // seconds of main time
const COUNT = 10; // the last seconds are counted

export class Sound {
  #context = null;
  #before = {}; // side → what it had left at the last look
  button = el("button", { type: "button", "aria-pressed": "false", click: () => this.#toggle() }, "Sound");

  /** Hears whether a side (of sideAfter) has passed something worth a sound. */
  follow(side, now) {
    const before = this.#before[side];
    this.#before[side] = now;
    if (!this.#context || !before) return;
    if (now.flag && !before.flag) this.#beep(330, 1.2);
    if (!now.running || !before.running) return;
    if (now.periods < before.periods || now.overtime !== before.overtime) this.#beep(660, 0.35);
    else if (!now.overtime && WARNINGS.some((w) => before.left > w && now.left <= w)) this.#beep(660, 0.2);
    else if (Math.ceil(now.left) < Math.ceil(before.left) && now.left <= COUNT) this.#beep(now.left <= 3 ? 990 : 880, 0.07);
  }

  #toggle() {
    // Browsers allow sound only after a touch, so it is made here.
    const on = !this.#context;
    if (on) this.#context = new AudioContext();
    else this.#context.close();
    if (!on) this.#context = null;
    this.button.setAttribute("aria-pressed", on);
    if (on) this.#beep(880, 0.07);
  }

  #beep(hertz, length) {
    const at = this.#context.currentTime;
    const tone = new OscillatorNode(this.#context, { frequency: hertz });
    const volume = new GainNode(this.#context, { gain: 0.2 });
    volume.gain.setTargetAtTime(0, at + length, 0.02);
    tone.connect(volume).connect(this.#context.destination);
    tone.start(at);
    tone.stop(at + length + 0.2);
  }
}
