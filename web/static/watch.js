// The game's time, told from the browser's own monotonic watch.
//
// Each message of the server says what the game's time was when it was sent. It arrives
// a little late, never early, so the largest difference heard lately is the truest: a
// burst of late messages after a hiccup of the network must not give anybody time. Both
// watches drift, so old differences are forgotten.

const REMEMBERED = 30; // messages: about a minute of beats

export class Watch {
  #differences = [];

  /** Notes that the game's time was `now` seconds when a message was sent. */
  hear(now) {
    if (typeof now !== "number") return;
    const difference = now - performance.now() / 1000;
    this.#differences.push(difference);
    if (this.#differences.length > REMEMBERED) this.#differences.shift();
  }

  /** Begins anew: after a restart or in another game the game's time may have gone back. */
  forget() {
    this.#differences = [];
  }

  /** The game's time in seconds, or null before anything was heard. */
  now() {
    return this.#differences.length ? this.#best() + performance.now() / 1000 : null;
  }

  #best() {
    return Math.max(...this.#differences);
  }
}
