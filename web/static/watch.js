// The game's time, told from the browser's own monotonic watch.
//
// Each message of the server says what the game's time was when it was sent. It arrives
// a little late, never early, so the largest difference heard lately is the truest. Both
// watches drift, so old differences are forgotten.

const REMEMBERED = 30; // messages: about a minute of beats
const JUMP = 2; // seconds: another game, or an appliance that was restarted

export class Watch {
  #differences = [];

  /** Notes that the game's time was `now` seconds when a message was sent. */
  hear(now) {
    if (typeof now !== "number") return;
    const difference = now - performance.now() / 1000;
    if (this.#differences.length && Math.abs(difference - this.#best()) > JUMP) this.#differences = [];
    this.#differences.push(difference);
    if (this.#differences.length > REMEMBERED) this.#differences.shift();
  }

  /** The game's time in seconds, or null before anything was heard. */
  now() {
    return this.#differences.length ? this.#best() + performance.now() / 1000 : null;
  }

  #best() {
    return Math.max(...this.#differences);
  }
}
