// The piece of time on screen, in nanoseconds since the origin.

const NARROWEST = 20;

export class Viewport {
  /** @type {(() => void)[]} */
  #listeners = [];
  /** @type {{begin: number, end: number} | null} where it is going */
  #target = null;

  /** @param {number} duration nanoseconds of the whole run */
  constructor(duration) {
    this.duration = Math.max(1, duration);
    this.begin = -this.duration * 0.01;
    this.end = this.duration * 1.01;
    this.width = 800;
  }

  /** @param {() => void} listener */
  onChange(listener) {
    this.#listeners.push(listener);
  }

  /** The same for the whole run. */
  get whole() {
    return { begin: 0, end: this.duration, span: this.duration, width: this.width };
  }

  /**
   * Another width. `keep` holds the scale, so that nothing moves under the pointer: a panel that opens covers
   * the end of the picture instead of squeezing all of it.
   * @param {number} width
   * @param {boolean} keep
   */
  resize(width, keep) {
    if (keep) this.end = this.begin + this.span * (width / this.width);
    this.width = width;
  }

  /**
   * The stretch to keep; null when the whole run is shown, unless it must be said.
   * @param {boolean} said
   */
  kept(said) {
    const { begin, end } = said ? { begin: NaN, end: NaN } : this.#fitted;
    const slack = this.span * 1e-3;
    const whole = Math.abs(this.begin - begin) < slack && Math.abs(this.end - end) < slack;
    return whole ? null : { begin: Math.round(this.begin), end: Math.round(this.end) };
  }

  get #fitted() {
    return { begin: -this.duration * 0.01, end: this.duration * 1.01 };
  }

  /**
   * Goes at once to what was kept.
   * @param {{begin: number, end: number} | null} stretch
   */
  restore(stretch) {
    this.#target = null;
    const { begin, end } = stretch ?? this.#fitted;
    this.set(begin, end);
  }

  /** Whether it is on its way to somewhere. */
  get moving() {
    return this.#target !== null;
  }

  get span() {
    return this.end - this.begin;
  }

  /** @param {number} nanos */
  x(nanos) {
    return ((nanos - this.begin) / this.span) * this.width;
  }

  /** @param {number} x */
  nanos(x) {
    return this.begin + (x / this.width) * this.span;
  }

  /**
   * @param {number} begin
   * @param {number} end
   */
  set(begin, end) {
    const widest = this.duration * 1.2 + NARROWEST;
    const span = Math.min(widest, Math.max(NARROWEST, end - begin));
    const middle = (begin + end) / 2;
    let from = middle - span / 2;
    const slack = span * 0.5;
    from = Math.max(-slack, Math.min(from, this.duration + slack - span));
    if (span >= this.duration) from = Math.min(0, Math.max(from, this.duration - span));
    this.begin = from;
    this.end = from + span;
    this.#tell();
  }

  #tell() {
    for (const listener of this.#listeners) listener();
  }

  /** @param {number} factor */
  zoom(factor, x = this.width / 2) {
    this.#target = null;
    const at = this.nanos(x);
    this.set(at - (at - this.begin) * factor, at + (this.end - at) * factor);
  }

  /** @param {number} pixels */
  pan(pixels) {
    this.#target = null;
    const nanos = (pixels / this.width) * this.span;
    this.set(this.begin + nanos, this.end + nanos);
  }

  fit() {
    this.glide(this.#fitted.begin, this.#fitted.end);
  }

  /**
   * Shows a stretch with room around it.
   * @param {number} begin
   * @param {number} end
   */
  show(begin, end, room = 2) {
    const span = Math.max(NARROWEST, end - begin);
    this.glide(begin - span * room, end + span * room);
  }

  /**
   * A piece of time as wide as this one that leaves out what lies before and after the run.
   * @param {number} from
   * @param {number} to
   */
  #withinRun(from, to) {
    const whole = this.#fitted;
    const span = to - from;
    if (span >= whole.end - whole.begin) return whole;
    const begin = Math.max(whole.begin, Math.min(from, whole.end - span));
    return { begin, end: begin + span };
  }

  /**
   * Moves the view so that a stretch is seen, changing the zoom only when it must.
   * @param {number} begin
   * @param {number} end
   */
  reveal(begin, end) {
    const span = end - begin;
    const tooSmall = (span / this.span) * this.width < 14;
    if (span > this.span * 0.9 || tooSmall) this.show(begin, end, 12);
    else if (begin < this.begin + this.span * 0.05 || end > this.end - this.span * 0.05) {
      const middle = (begin + end) / 2;
      this.glide(middle - this.span / 2, middle + this.span / 2);
    }
  }

  /**
   * Goes there in a few frames, so that the eye can follow; never beyond the ends of the run, where nothing is.
   * @param {number} from
   * @param {number} to
   */
  glide(from, to) {
    const { begin, end } = this.#withinRun(from, to);
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (still) {
      this.set(begin, end);
      return;
    }
    const target = { begin, end };
    this.#target = target;
    const start = { begin: this.begin, end: this.end };
    const started = performance.now();
    const step = (/** @type {number} */ now) => {
      if (this.#target !== target) return;
      const part = Math.min(1, (now - started) / 180);
      const ease = 1 - (1 - part) ** 3;
      if (part === 1) this.#target = null;
      this.set(start.begin + (begin - start.begin) * ease, start.end + (end - start.end) * ease);
      if (part < 1) requestAnimationFrame(step);
    };
    this.#tell();
    requestAnimationFrame(step);
  }
}
