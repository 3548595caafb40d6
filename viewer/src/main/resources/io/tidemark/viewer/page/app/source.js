// Where the page gets its data: from the server, or from scripts beside it when opened from disk.

/** @typedef {ServerSource | DiskSource} Source */

class ServerSource {
  live = "live/events";
  exported = false;

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
    const response = await fetch(name);
    if (response.ok) return response.arrayBuffer();
    if (response.status === 404) return null;
    throw new Error((await response.text()).trim() || "the server answered " + response.status);
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

  /** @param {string} name */
  async json(name) {
    const bytes = await this.bytes(name);
    return bytes === null ? null : JSON.parse(new TextDecoder().decode(bytes));
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
