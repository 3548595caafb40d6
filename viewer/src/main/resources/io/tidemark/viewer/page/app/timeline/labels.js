// Names of lanes and groups, left of the lanes; groups fold.

import { clear, el } from "../dom.js";
import { count } from "../format.js";

/** Width of the column, in pixels; the style sheet knows it too. */
export const LABELS = 118;

const MOST_TOLD = 8; // lines of a tip

function hasOwnClock(row) {
  const { meta } = row.track.capture;
  return row.group === "Host" && meta.hostMode && !meta.hostAligned;
}

function laneTitle(row) {
  if (row.lane.kind !== "channel") return `${row.lane.label}: ${count(row.lane.spans)} spans`;
  const told = row.track.capture.meta.stretches.filter(({ lane }) => lane === row.index);
  const lines = told.slice(0, MOST_TOLD).map(({ text }) => text);
  if (told.length > MOST_TOLD)
    lines.push(`and ${count(told.length - MOST_TOLD)} more; the overview and 'tidemark verify' list them`);
  return [`Records of the channel ${row.lane.label}`, ...lines].join("\n");
}

function groupTitle(row, own) {
  const { meta } = row.track.capture;
  const sentences = [row.group];
  if (own)
    sentences.push(
      `The host's clock could not be aligned with the device's (${meta.hostReason}); the distance between host and device lanes means nothing.`,
    );
  if (row.group === "Host" && meta.otherHostPasses > 0)
    sentences.push(`${count(meta.otherHostPasses)} prepare passes belong to other runs and are not drawn.`);
  return sentences.join("\n");
}

export class LaneLabels {
  #key = "";
  #fold;

  constructor(fold) {
    this.#fold = fold;
    this.element = el("div", { class: "labels" });
  }

  /** Makes the labels anew only when something moved. */
  paint(layout, top) {
    const rows = layout.visible();
    const place = (row) => row.y - layout.scroll + top;
    const key = rows
      .map(
        (row) =>
          `${row.track.title}${row.lane ? row.index : row.group}@${place(row)}${row.key && layout.isFolded(row.key) ? "+" : ""}`,
      )
      .join();
    if (key === this.#key) return;
    this.#key = key;
    const active = document.activeElement;
    const focused = active instanceof HTMLElement && this.element.contains(active) ? active.dataset.key : null;
    clear(this.element).append(
      ...rows.map((row) => this.#row(row, { top: place(row) + "px", height: row.height + "px" }, layout)),
      el("div", { class: "corner", css: { height: top + "px" } }),
    );
    if (focused) /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-key="${CSS.escape(focused)}"]`))?.focus();
  }

  #row(row, css, layout) {
    if (row.lane) {
      return el(
        "div",
        {
          class: "lane " + row.lane.kind + (row.height < 12 ? " thin" : ""),
          css,
          title: laneTitle(row),
        },
        row.height < 10 ? "" : row.lane.label,
      );
    }
    const folded = layout.isFolded(row.key);
    const own = hasOwnClock(row);
    const name = row.track.title ? `${row.track.title} · ${row.group}` : row.group;
    const title = groupTitle(row, own);
    return el(
      "button",
      {
        type: "button",
        class: row.track.title ? "group shared" : "group",
        "data-key": row.key,
        css,
        "aria-expanded": String(!folded),
        title,
        on: { click: () => this.#fold(row.key) },
      },
      (folded ? "▸ " : "▾ ") + name + (own ? " (own clock)" : ""),
    );
  }
}
