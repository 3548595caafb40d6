// Asks what-if questions one after the other: a newer one withdraws the older one, here and on the server.

const MOST_TRIES = 3; // an older question may reach the server after a newer one and withdraw it

/** @typedef {(verb: string, body: string, signal: AbortSignal) => Promise<any>} Post sends a question */

export class Asking {
  #post;
  #page = [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  /** @type {AbortController | null} */
  #running = null;

  /** @param {Post} post */
  constructor(post) {
    this.#post = post;
  }

  /**
   * The answer; null when a newer question took its place.
   * @param {string} verb
   * @param {string[]} changes
   */
  async ask(verb, changes) {
    this.#running?.abort();
    const mine = new AbortController();
    this.#running = mine;
    const body = [this.#page, ...changes].map(encodeURIComponent).join("\n");
    try {
      for (let attempt = 1; this.#running === mine; attempt++) {
        const answer = await this.#post(verb, body, mine.signal);
        if (this.#running === mine && (!answer?.stopped || attempt === MOST_TRIES)) return answer;
      }
      return null;
    } catch (failure) {
      if (mine.signal.aborted) return null;
      throw failure;
    } finally {
      if (this.#running === mine) this.#running = null;
    }
  }

  /** Withdraws the question that is asked now. */
  stop() {
    if (!this.#running) return;
    this.#running.abort();
    this.#running = null;
    void this.#post("stop", this.#page, new AbortController().signal).catch(() => null);
  }
}
