// The scale above the lanes, and the stretch a person measures.

import { moment, time } from "../format.js";

/** A round step so that about `wanted` of them fit. */
export function niceStep(span, wanted) {
  const raw = span / Math.max(1, wanted);
  const power = 10 ** Math.floor(Math.log10(raw));
  for (const factor of [1, 2, 5, 10]) if (factor * power >= raw) return Math.max(1, factor * power);
  return 10 * power;
}

export class Ruler {
  /** The measured stretch {begin, end} in nanoseconds, or null. */
  measured = null;

  paint(context, viewport, theme, height, bottom) {
    context.fillStyle = theme.panel;
    context.fillRect(0, 0, viewport.width, height);
    const step = niceStep(viewport.span, viewport.width / 110);
    const first = Math.ceil(viewport.begin / step) * step;
    context.font = "11px system-ui, sans-serif";
    context.textBaseline = "middle";
    for (let at = first; at <= viewport.end; at += step) {
      const x = Math.round(viewport.x(at)) + 0.5;
      context.fillStyle = theme.line;
      context.fillRect(x, height - 6, 1, bottom - height + 6);
      context.fillStyle = theme.muted;
      context.fillText(moment(at, step), x + 4, height / 2);
    }
    context.fillStyle = theme.line;
    context.fillRect(0, height - 1, viewport.width, 1);
  }

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
