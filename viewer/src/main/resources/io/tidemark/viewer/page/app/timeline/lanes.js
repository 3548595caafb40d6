// Where each lane stands: groups with headings, heights, scrolling, what is pinned, hidden, moved or folded
// away. The groups of two captures stand pairwise, so that schedulers are seen beside schedulers.

import { SIDE } from "../address.js";
import { isIdle, swapped } from "./lane-rules.js";

/** @typedef {import("../address.js").LaneState} LaneState */
/** @typedef {import("../capture.js").Capture} Capture */
/** @typedef {import("../capture.js").Lane} Lane */
/** @typedef {import("./tiles.js").TileStore} Tiles */
/** @typedef {import("../colors.js").Palette} Palette */

/**
 * One capture with its lanes.
 * @typedef {object} Track
 * @property {Capture} capture
 * @property {string} title tells two captures apart; empty for one
 * @property {Palette} palette
 * @property {Tiles} tiles
 * @property {Tiles | null} [gaps] idle time, while it is tinted
 * @property {Set<number> | null} [found] kernels that stand out
 */
/** @typedef {{track: Track, height: number, pinned?: boolean}} AnyRow a pinned one stays on top while the others scroll */
/** @typedef {AnyRow & {group: string, key: string, lane?: undefined, index?: undefined, id?: undefined}} UnplacedHeading */
/** @typedef {AnyRow & {lane: Lane, index: number, id: number, group?: undefined, key?: undefined}} UnplacedLane `id` also tells captures apart */
/** @typedef {UnplacedLane & {y: number}} LaneRow */
/** @typedef {(UnplacedHeading & {y: number}) | LaneRow} Row */
/** @typedef {(row: UnplacedHeading | UnplacedLane) => void} Add */

const HEADING = 22;
const HEADING_SHARED = 16; // beside another capture's
const THINNEST = 3; // a core beside another capture's
const NAMED = 11; // a lane whose name is shown in small letters
const NAMELESS = 6;
const TALLEST = 48; // of a core when there is room left
const MOST_PINNED = 0.5; // of the height; more would leave no room to look for others
/** @type {Record<string, number>} */
const HEIGHTS = {
  channel: 14,
  "scheduler-inner": 12,
  marker: 14,
  orchestrator: 18,
  scheduler: 18,
  host: 18,
  "host-phase": 18,
};
const FIRST = "Channels"; // stands on top: what is wrong must not lie below a hundred cores
const PINNED = "Pinned";
const CLOSED_IN_PAIRS = "AICPU markers";

export class LaneLayout {
  #tracks;
  /** @type {Set<string>} */
  #folded = new Set();
  /** @type {Set<string>} */
  #closedAtFirst = new Set();
  /** @type {Set<number>} */
  #hidden = new Set();
  /** @type {number[]} */
  #pinned = [];
  /** @type {number[]} */
  #order = [];
  #filter = "";
  #groups;
  #several;
  #idleAtFirst;
  #least; // height of a core at least
  #pinnedHeight = 0;
  /** @type {Map<number, LaneRow>} */
  #rowsById = new Map();
  /** @type {Row[]} headings and lanes from top to bottom */
  rows = [];
  total = 0;
  scroll = 0;
  #wanted = 0;
  #settled = true;
  height = 400;

  /** @param {Track[]} tracks */
  constructor(tracks) {
    this.#tracks = tracks;
    this.#several = tracks.length > 1;
    /** @type {Set<string>} */
    const groups = new Set(tracks.flatMap(({ capture }) => capture.meta.lanes.map((lane) => lane.group)));
    this.#groups = [...groups].sort((a, b) => Number(b === FIRST) - Number(a === FIRST));
    const lanes = tracks.reduce((sum, track) => sum + track.capture.meta.lanes.length, 0);
    this.#least = this.#several ? THINNEST : lanes > 48 ? 15 : 20;
    this.coreHeight = this.#least;
    const idle = tracks.reduce(
      (sum, { capture }) =>
        sum + capture.meta.lanes.filter((_, at) => isIdle(capture, at)).length,
      0,
    );
    this.#idleAtFirst = this.#several ? idle > 0 : idle * 2 > lanes;
    this.hideIdle = this.#idleAtFirst;
    if (this.#several) for (const track of tracks) this.#closedAtFirst.add(this.#key(track, CLOSED_IN_PAIRS));
    this.#folded = new Set(this.#closedAtFirst);
    this.idle = idle;
    this.arrange();
  }

  /**
   * Takes what was kept of how the lanes were looked at.
   * @param {LaneState} state
   */
  restore(state) {
    this.#folded = new Set([...this.#closedAtFirst].filter((key) => !state.unfolded.includes(key)));
    for (const key of state.folded) this.#folded.add(key);
    this.#pinned = state.pinned.filter((id) => this.#laneOf(id));
    this.#hidden = new Set(state.hidden.filter((id) => this.#laneOf(id)));
    this.#order = state.order.filter((id) => this.#laneOf(id));
    this.#filter = state.filter;
    this.hideIdle = state.idle ?? this.#idleAtFirst;
    this.arrange();
  }

  /**
   * Goes to a place that was kept, also when parts of the page that take room come later.
   * @param {number} y
   */
  restoreScroll(y) {
    this.#settled = false;
    this.scrollTo(y);
    this.#settled = true;
  }

  /** What to keep of it. */
  get state() {
    return {
      folded: [...this.#folded].filter((key) => !this.#closedAtFirst.has(key)),
      unfolded: [...this.#closedAtFirst].filter((key) => !this.#folded.has(key)),
      pinned: this.#pinned,
      hidden: [...this.#hidden].sort((a, b) => a - b),
      order: this.#order,
      filter: this.#filter,
      idle: this.hideIdle === this.#idleAtFirst ? null : this.hideIdle,
    };
  }

  get pinnedHeight() {
    return this.#pinnedHeight;
  }

  /** @param {number} id */
  #laneOf(id) {
    const track = this.#tracks[Math.floor(id / SIDE)];
    const lane = track?.capture.meta.lanes[id % SIDE];
    return lane ? { track, lane, index: id % SIDE, id } : null;
  }

  arrange() {
    this.rows = [];
    this.#rowsById.clear();
    let y = 0;
    /** @type {Add} */
    const add = (row) => {
      if (row.lane) {
        const placed = { ...row, y };
        this.rows.push(placed);
        this.#rowsById.set(row.id, placed);
      } else this.rows.push({ ...row, y });
      y += row.height;
    };
    this.#addPinned(add);
    this.#pinnedHeight = y;
    for (const group of this.#groups) {
      for (const track of this.#tracks) this.#addGroup(track, group, add);
    }
    this.total = y;
    this.#place();
  }

  /** @param {Add} add */
  #addPinned(add) {
    let room = this.height * MOST_PINNED;
    this.#pinned.forEach((id, at) => {
      const found = this.#laneOf(id);
      if (!found) return;
      if (at === 0) add({ track: found.track, group: PINNED, key: PINNED, height: HEADING_SHARED, pinned: true });
      const height = this.#heightOf(found.lane);
      room -= height;
      if (room > 0 || at === 0) add({ ...found, height, pinned: true });
    });
  }

  /**
   * @param {Track} track
   * @param {string} group
   * @param {Add} add
   */
  #addGroup(track, group, add) {
    const key = this.#key(track, group);
    let first = true;
    for (const { id, lane, index } of this.#ordered(track, group)) {
      if (this.#rowsById.has(id) || !this.#isShown(track, id, lane, index)) continue;
      if (first) add({ track, group, key, height: this.#several ? HEADING_SHARED : HEADING });
      first = false;
      if (!this.#folded.has(key)) add({ track, lane, index, id, height: this.#heightOf(lane) });
    }
  }

  /**
   * @param {Track} track
   * @param {number} id
   * @param {Lane} lane
   * @param {number} index
   */
  #isShown(track, id, lane, index) {
    if (this.#hidden.has(id) || (this.hideIdle && isIdle(track.capture, index))) return false;
    const wanted = this.#filter.trim().toLowerCase();
    return `${lane.label} ${lane.group}`.toLowerCase().includes(wanted);
  }

  /**
   * The lanes of a group: in the order of the capture, those that were moved among their own places.
   * @param {Track} track
   * @param {string} group
   */
  #ordered(track, group) {
    const side = this.#tracks.indexOf(track) * SIDE;
    /** @type {{id: number, lane: Lane, index: number}[]} */
    const lanes = track.capture.meta.lanes
      .map((lane, index) => ({ id: side + index, lane, index }))
      .filter(({ lane }) => lane.group === group);
    const byId = new Map(lanes.map((lane) => [lane.id, lane]));
    const moved = this.#order.flatMap((id) => byId.get(id) ?? []);
    const places = new Set(moved);
    return lanes.map((lane) => (places.has(lane) ? (moved.shift() ?? lane) : lane));
  }

  /**
   * Takes the room there is: cores grow as long as all lanes are seen; several captures share it as long as lanes stay
   * readable.
   * @param {number} height
   */
  setHeight(height) {
    this.height = height;
    const cores = this.rows.filter((row) => row.lane && !HEIGHTS[row.lane.kind]);
    const rest = this.total - cores.reduce((sum, row) => sum + row.height, 0);
    const fit = Math.floor((height - rest) / Math.max(1, cores.length));
    this.coreHeight = Math.max(this.#least, Math.min(TALLEST, fit));
    this.arrange();
  }

  /**
   * Beside another capture all but the cores is thin, inner phases too thin for their name.
   * @param {Lane} lane
   */
  #heightOf(lane) {
    const height = HEIGHTS[lane.kind];
    if (!height) return this.coreHeight;
    return this.#several ? Math.min(height, lane.kind === "scheduler-inner" ? NAMELESS : NAMED) : height;
  }

  /**
   * @param {Track} track
   * @param {string} group
   */
  #key(track, group) {
    return track.title ? `${track.title} ${group}` : group;
  }

  /** @param {string} key */
  isFolded(key) {
    return this.#folded.has(key);
  }

  /** @param {string} key */
  fold(key) {
    if (key === PINNED) this.#pinned = [];
    else if (!this.#folded.delete(key)) this.#folded.add(key);
    this.arrange();
  }

  get hiddenCount() {
    return this.#hidden.size;
  }

  get isMoved() {
    return this.#order.length > 0;
  }

  get filter() {
    return this.#filter;
  }

  set filter(text) {
    this.#filter = text;
    this.arrange();
  }

  /** @param {number} id */
  isPinned(id) {
    return this.#pinned.includes(id);
  }

  /**
   * Keeps a lane on top, or lets it go.
   * @param {number} id
   */
  pin(id) {
    this.#pinned = this.isPinned(id) ? this.#pinned.filter((other) => other !== id) : [...this.#pinned, id];
    this.arrange();
  }

  /** @param {number} id */
  hide(id) {
    this.#hidden.add(id);
    this.#pinned = this.#pinned.filter((other) => other !== id);
    this.arrange();
  }

  /** Shows what was hidden, one lane at a time or all of them. */
  showHidden() {
    this.#hidden.clear();
    this.arrange();
  }

  unmove() {
    this.#order = [];
    this.arrange();
  }

  /**
   * Moves a lane before or behind the next one that is shown; a pinned one among the pinned.
   * @param {number} id
   * @param {number} direction -1 up, 1 down
   */
  move(id, direction) {
    const found = this.#laneOf(id);
    if (!found) return;
    if (this.isPinned(id)) {
      this.#pinned = swapped(this.#pinned, this.#pinned.indexOf(id), direction);
    } else {
      const group = this.#ordered(found.track, found.lane.group);
      const shown = group.filter(({ id: other }) => this.#rowsById.has(other) && !this.isPinned(other)).map((lane) => lane.id);
      const next = shown[shown.indexOf(id) + direction];
      if (next === undefined) return;
      const ids = group.map((lane) => lane.id).filter((other) => other !== id);
      ids.splice(ids.indexOf(next) + (direction > 0 ? 1 : 0), 0, id);
      const inGroup = new Set(ids);
      const usual = ids.every((other, at) => at === 0 || other > ids[at - 1]);
      this.#order = [...this.#order.filter((other) => !inGroup.has(other)), ...(usual ? [] : ids)];
    }
    this.arrange();
  }

  /** @param {number} y */
  scrollTo(y) {
    this.#wanted = Math.max(0, y);
    this.#place();
    if (this.#settled) this.#wanted = this.scroll;
  }

  /** As near to the wanted place as the room allows; with more rows or less room it comes nearer. */
  #place() {
    this.scroll = Math.min(this.#wanted, Math.max(0, this.total - this.height));
    let top = this.scroll; // pinned rows go along
    for (const row of this.rows) {
      if (!row.pinned) break;
      row.y = top;
      top += row.height;
    }
  }

  /** Rows that are at least partly on screen; below the pinned ones only whole rows. */
  visible() {
    const { scroll, height } = this;
    const top = scroll + this.#pinnedHeight;
    return this.rows.filter((row) =>
      row.pinned || this.#pinnedHeight === 0
        ? row.y + row.height > scroll && row.y < scroll + height
        : row.y >= top && row.y < scroll + height,
    );
  }

  /** @param {number} y from the upper edge of the picture */
  at(y) {
    const inside = y + this.scroll;
    return this.visible().find((row) => inside >= row.y && inside < row.y + row.height) ?? null;
  }

  /**
   * Lanes on screen that lie at least partly between two heights of the picture.
   * @param {number} top
   * @param {number} bottom
   */
  between(top, bottom) {
    const [from, to] = [Math.min(top, bottom) + this.scroll, Math.max(top, bottom) + this.scroll];
    return this.visible().flatMap((row) => (row.lane && row.y + row.height > from && row.y < to ? [row] : []));
  }

  /**
   * @param {Capture} capture
   * @param {number} laneIndex
   */
  rowOf(capture, laneIndex) {
    const side = this.#tracks.findIndex((track) => track.capture === capture);
    return this.#rowsById.get(side * SIDE + laneIndex) ?? null;
  }

  /**
   * Opens what hides a lane and scrolls until it is seen.
   * @param {Capture} capture
   * @param {number} laneIndex
   */
  reveal(capture, laneIndex) {
    if (laneIndex < 0) return;
    const lane = capture.meta.lanes[laneIndex];
    if (isIdle(capture, laneIndex)) this.hideIdle = false;
    this.#tracks.forEach((track, side) => {
      if (track.capture !== capture) return;
      this.#folded.delete(this.#key(track, lane.group));
      this.#hidden.delete(side * SIDE + laneIndex);
    });
    this.arrange();
    if (!this.rowOf(capture, laneIndex)) this.filter = "";
    const row = this.rowOf(capture, laneIndex);
    if (!row || row.pinned) return;
    const top = this.scroll + this.#pinnedHeight;
    if (row.y < top || row.y + row.height > this.scroll + this.height) {
      this.scrollTo(row.y - (this.height + this.#pinnedHeight) / 2);
    }
  }
}
