// The scale above the lanes, and the stretch a person measures.

import { moment, time } from "../format.js";

/** @typedef {import("./viewport.js").Viewport} Viewport */
/** @typedef {ReturnType<typeof import("../colors.js").theme>} Theme */

/**
 * A round step so that about `wanted` of them fit.
 * @param {number} span
 * @param {number} wanted
 */
export function niceStep(span, wanted) {
  const raw = span / Math.max(1, wanted);
  const power = 10 ** Math.floor(Math.log10(raw));
  for (const factor of [1, 2, 5, 10]) if (factor * power >= raw) return Math.max(1, factor * power);
  return 10 * power;
}

export class Ruler {
  /** @type {{begin: number, end: number} | null} the measured stretch in nanoseconds */
  measured = null;

  /** @param {Viewport} viewport */
  #ticks(viewport) {
    const step = niceStep(viewport.span, viewport.width / 110);
    const ticks = [];
    for (let at = Math.ceil(viewport.begin / step) * step; at <= viewport.end; at += step) {
      ticks.push({ x: Math.round(viewport.x(at)), text: moment(at, step) });
    }
    return ticks;
  }

  /**
   * Lines through the lanes, drawn before the spans.
   * @param {CanvasRenderingContext2D} context
   * @param {Viewport} viewport
   * @param {Theme} theme
   * @param {number} height
   * @param {number} bottom
   */
  paintGrid(context, viewport, theme, height, bottom) {
    context.fillStyle = theme.line;
    for (const { x } of this.#ticks(viewport)) context.fillRect(x, height, 1, bottom - height);
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {Viewport} viewport
   * @param {Theme} theme
   * @param {number} height
   */
  paint(context, viewport, theme, height) {
    context.fillStyle = theme.panel;
    context.fillRect(0, 0, viewport.width, height);
    context.font = "11px system-ui, sans-serif";
    context.textBaseline = "middle";
    for (const { x, text } of this.#ticks(viewport)) {
      context.fillStyle = theme.faint;
      context.fillRect(x, height - 7, 1, 7);
      context.fillStyle = theme.muted;
      if (x + 4 + context.measureText(text).width < viewport.width) context.fillText(text, x + 4, height / 2);
    }
    context.fillStyle = theme.line;
    context.fillRect(0, height - 1, viewport.width, 1);
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {Viewport} viewport
   * @param {Theme} theme
   * @param {number} height
   * @param {number} bottom
   */
  paintMeasure(context, viewport, theme, height, bottom) {
    if (!this.measured) return;
    const left = viewport.x(this.measured.begin);
    const right = viewport.x(this.measured.end);
    context.globalAlpha = 0.14;
    context.fillStyle = theme.accent;
    context.fillRect(left, height, right - left, bottom - height);
    context.globalAlpha = 1;
    context.fillRect(left, 0, 1, bottom);
    context.fillRect(right, 0, 1, bottom);
    const text = time(this.measured.end - this.measured.begin);
    context.font = "600 11px system-ui, sans-serif";
    const width = context.measureText(text).width + 12;
    const middle = Math.max(width / 2, Math.min(viewport.width - width / 2, (left + right) / 2));
    context.fillRect(middle - width / 2, 2, width, height - 5);
    context.fillStyle = theme.panel;
    context.textBaseline = "middle";
    context.fillText(text, middle - width / 2 + 6, height / 2 - 0.5);
  }
}
