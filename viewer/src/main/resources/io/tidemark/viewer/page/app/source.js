// Where the page gets its data: from the server, or from scripts beside it when opened from disk.

/** @typedef {ServerSource | DiskSource} Source */

const LATER = 202;
const NONE = 404;
const AGAIN_MILLIS = 300;

class ServerSource {
  exported = false;
  #token = new URLSearchParams(window.location.search).get("token") ?? "";

  /** The address of the events of an active run; an event source can send no header. */
  get live() {
    return "live/events" + (this.#token ? "?token=" + encodeURIComponent(this.#token) : "");
  }

  /** @returns {Record<string, string>} */
  get #headers() {
    return this.#token ? { "X-Tidemark-Token": this.#token } : {};
  }

  /**
   * True for pieces an export may have left out.
   * @param {string} _name
   */
  lacks(_name) {
    return false;
  }

  /**
   * @param {string} name
   * @returns {Promise<ArrayBuffer | null>} null when there is none of that name
   */
  async bytes(name) {
    for (;;) {
      const bytes = await this.bytesNow(name);
      if (bytes !== undefined) return bytes;
    }
  }

  /**
   * The same for who may ask for something else meanwhile.
   * @param {string} name
   * @returns {Promise<ArrayBuffer | null | undefined>} undefined, after a moment, when it is not there yet
   */
  async bytesNow(name) {
    const response = await fetch(name, { headers: this.#headers });
    if (response.status !== LATER) return this.#answer(response);
    await new Promise((done) => setTimeout(done, AGAIN_MILLIS));
    return undefined;
  }

  /** @param {Response} response */
  async #answer(response) {
    if (response.status === NONE) return null;
    if (response.ok) return response.arrayBuffer();
    throw new Error((await response.text()).trim() || "the server answered " + response.status);
  }

  /**
   * Asks the server to change something; answers what it says, null when there is none of that name.
   * @param {string} name
   * @param {BodyInit} body
   * @param {Record<string, string>} [headers]
   * @param {AbortSignal} [signal] ends the wait for the answer
   */
  async change(name, body, headers = {}, signal = undefined) {
    const response = await fetch(name, { method: "POST", body, headers: { ...this.#headers, ...headers }, signal });
    const bytes = await this.#answer(response);
    return bytes === null ? null : JSON.parse(new TextDecoder().decode(bytes));
  }

  /** @param {string} name */
  async json(name) {
    const bytes = await this.bytes(name);
    return bytes === null ? null : JSON.parse(new TextDecoder().decode(bytes));
  }
}

class DiskSource {
  live = null;
  exported = true;
  /** @type {Map<string, string>} */
  #pieces = new Map();
  /** @type {Map<number, Promise<unknown>>} */
  #packs = new Map();

  /** @param {Record<string, number>} packOf */
  constructor(packOf) {
    this.packOf = packOf;
    window.tidemarkPiece = (name, text) => this.#pieces.set(name, text);
  }

  /** @param {string} name */
  lacks(name) {
    return !Object.hasOwn(this.packOf, name);
  }

  /**
   * @param {string} name
   * @returns {Promise<ArrayBuffer | null>}
   */
  async bytes(name) {
    const pack = Object.hasOwn(this.packOf, name) ? this.packOf[name] : undefined;
    if (pack === undefined) return null;
    if (!this.#packs.has(pack)) this.#packs.set(pack, this.#load("data/pack-" + pack + ".js"));
    await this.#packs.get(pack);
    const text = atob(this.#pieces.get(name) ?? "");
    const bytes = new Uint8Array(text.length);
    for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
    return bytes.buffer;
  }

  /**
   * @param {string} name
   * @returns {Promise<ArrayBuffer | null | undefined>}
   */
  bytesNow(name) {
    return this.bytes(name);
  }

  /** @param {string} name */
  async json(name) {
    const bytes = await this.bytes(name);
    return bytes === null ? null : JSON.parse(new TextDecoder().decode(bytes));
  }

  /**
   * @param {string} _name
   * @param {BodyInit} _body
   * @param {Record<string, string>} [_headers]
   * @returns {Promise<any>}
   */
  async change(_name, _body, _headers) {
    throw new Error("Files cannot be changed from their page: use 'tidemark view'.");
  }

  /** @param {string} address */
  #load(address) {
    return new Promise((done, failed) => {
      const script = document.createElement("script");
      script.src = address;
      script.onload = done;
      script.onerror = () => failed(new Error(address + " is missing beside this page"));
      document.head.append(script);
    });
  }
}

export function openSource() {
  return window.tidemarkPacks ? new DiskSource(window.tidemarkPacks) : new ServerSource();
}
