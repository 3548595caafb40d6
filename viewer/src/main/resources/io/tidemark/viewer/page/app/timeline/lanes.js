// Where each lane stands: groups with headings, heights, scrolling, and what is folded away. The groups
// of two captures stand pairwise, so that schedulers are seen beside schedulers and cores beside cores.

const HEADING = 22;
const THINNEST = 3; // a core beside another capture's
const NAMED = 11; // a lane whose name is shown in small letters
const NAMELESS = 6;
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

const EVERY_LANE = -1;
const MISSING = new Set(["gap", "somewhere", "unread"]);

/** True for a lane with nothing on it; one whose records are missing is not idle. */
function isIdle(capture, index) {
  const { lanes, stretches } = capture.meta;
  const concerns = ({ lane, kind }) => lane === index || (lane === EVERY_LANE && MISSING.has(kind));
  return lanes[index].spans === 0 && !stretches.some(concerns);
}

export class LaneLayout {
  #tracks;
  #folded = new Set();
  #groups;
  #several;
  /** @type {any[]} headings and lanes from top to bottom */
  rows = [];
  total = 0;
  scroll = 0;
  height = 400;

  /** A track is one capture with its lanes: {capture, title}. */
  constructor(tracks) {
    this.#tracks = tracks;
    this.#several = tracks.length > 1;
    const groups = new Set(tracks.flatMap(({ capture }) => capture.meta.lanes.map(({ group }) => group)));
    this.#groups = [...groups].sort((a, b) => Number(b === FIRST) - Number(a === FIRST));
    const lanes = tracks.reduce((sum, track) => sum + track.capture.meta.lanes.length, 0);
    this.coreHeight = lanes > 48 ? 15 : 20;
    const idle = tracks.reduce(
      (sum, { capture }) => sum + capture.meta.lanes.filter((_, at) => isIdle(capture, at)).length,
      0,
    );
    this.hideIdle = this.#several ? idle > 0 : idle * 2 > lanes;
    if (this.#several) for (const track of tracks) this.#folded.add(this.#key(track, "AICPU markers"));
    this.idle = idle;
    this.arrange();
  }

  arrange() {
    this.rows = [];
    let y = 0;
    const add = (row) => {
      this.rows.push({ ...row, y });
      y += row.height;
    };
    for (const group of this.#groups) {
      for (const track of this.#tracks) this.#addGroup(track, group, add);
    }
    this.total = y;
    this.scrollTo(this.scroll);
  }

  #addGroup(track, group, add) {
    const key = this.#key(track, group);
    const { lanes } = track.capture.meta;
    let first = true;
    lanes.forEach((lane, index) => {
      if (lane.group !== group || (this.hideIdle && isIdle(track.capture, index))) return;
      if (first) add({ track, group, key, height: this.#several ? 16 : HEADING });
      first = false;
      if (!this.#folded.has(key)) add({ track, lane, index, height: this.#heightOf(lane) });
    });
  }

  /** Takes the room there is; several captures share it as long as lanes stay readable. */
  setHeight(height) {
    this.height = height;
    if (this.#several) {
      const cores = this.rows.filter((row) => row.lane && !HEIGHTS[row.lane.kind]);
      const rest = this.total - cores.length * this.coreHeight;
      const fit = Math.floor((height - rest) / Math.max(1, cores.length));
      const wanted = Math.max(THINNEST, Math.min(20, fit));
      if (wanted !== this.coreHeight) {
        this.coreHeight = wanted;
        this.arrange();
      }
    }
    this.scrollTo(this.scroll);
  }

  /** Beside another capture all but the cores is thin, inner phases too thin for their name. */
  #heightOf(lane) {
    const height = HEIGHTS[lane.kind];
    if (!height) return this.coreHeight;
    return this.#several ? Math.min(height, lane.kind === "scheduler-inner" ? NAMELESS : NAMED) : height;
  }

  #key(track, group) {
    return track.capture.index + " " + group;
  }

  isFolded(key) {
    return this.#folded.has(key);
  }

  fold(key) {
    if (!this.#folded.delete(key)) this.#folded.add(key);
    this.arrange();
  }

  scrollTo(y) {
    this.scroll = Math.max(0, Math.min(y, Math.max(0, this.total - this.height)));
  }

  /** Rows that are at least partly on screen. */
  visible() {
    return this.rows.filter((row) => row.y + row.height > this.scroll && row.y < this.scroll + this.height);
  }

  at(y) {
    const inside = y + this.scroll;
    return this.rows.find((row) => inside >= row.y && inside < row.y + row.height) || null;
  }

  /** Lanes that lie at least partly between two heights of the picture. */
  between(top, bottom) {
    const [from, to] = [Math.min(top, bottom) + this.scroll, Math.max(top, bottom) + this.scroll];
    return this.rows.filter((row) => row.lane && row.y + row.height > from && row.y < to);
  }

  rowOf(capture, laneIndex) {
    return (
      this.rows.find((row) => row.lane && row.index === laneIndex && row.track.capture === capture) || null
    );
  }

  /** Opens what hides a lane and scrolls until it is seen. */
  reveal(capture, laneIndex) {
    if (laneIndex < 0) return;
    const lane = capture.meta.lanes[laneIndex];
    if (isIdle(capture, laneIndex)) this.hideIdle = false;
    for (const track of this.#tracks) {
      if (track.capture === capture) this.#folded.delete(this.#key(track, lane.group));
    }
    this.arrange();
    const row = this.rowOf(capture, laneIndex);
    if (row && (row.y < this.scroll || row.y + row.height > this.scroll + this.height)) {
      this.scrollTo(row.y - this.height / 2);
    }
  }
}
