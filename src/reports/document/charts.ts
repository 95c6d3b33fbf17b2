import { Markup, markup } from '../../hub/platform/pages/markup.js';
import { joined, number } from './html.js';

/** A bar of a chart, from 0 to `max`. */
export interface Bar {
  readonly label: string;
  readonly value: number;
}

const LABELS = 150;
const BARS = 300;
const ROW = 26;
/** Height of the labels of marks. */
const MARKS = 12;

const clamped = (value: number, max: number): number =>
  max <= 0 || Number.isNaN(value) ? 0 : Math.min(Math.max(value / max, 0), 1);

const coordinate = (value: number): string => String(Math.round(value * 10) / 10);

/**
 * Horizontal bars with their values, as SVG.
 * @param alternative the same in words, for readers who do not see it
 * @param marks values with a line through the first bar, such as the least score of a level
 */
export function barChart(
  bars: readonly Bar[],
  {
    alternative,
    max,
    marks = [],
  }: { readonly alternative: string; readonly max: number; readonly marks?: readonly Bar[] },
): Markup {
  const start = marks.length > 0 ? MARKS : 0;
  const rows = bars.map(({ label, value }, index) => {
    const [top, width] = [start + index * ROW, clamped(value, max) * BARS];
    return markup`<text x="0" y="${coordinate(top + 16)}">${label}</text><rect class="track" x="${coordinate(LABELS)}" y="${coordinate(top + 6)}" width="${coordinate(BARS)}" height="12"/><rect class="bar" x="${coordinate(LABELS)}" y="${coordinate(top + 6)}" width="${coordinate(width)}" height="12"/><text class="value" x="${coordinate(LABELS + BARS + 36)}" y="${coordinate(top + 16)}">${number(value)}</text>`;
  });
  const lines = marks.map(({ label, value }) => {
    const x = coordinate(LABELS + clamped(value, max) * BARS);
    return markup`<text class="small" text-anchor="middle" x="${x}" y="9">${label}</text><line class="mark" x1="${x}" x2="${x}" y1="12" y2="${coordinate(start + 22)}"/>`;
  });
  const height = start + bars.length * ROW;
  return figure(LABELS + BARS + 40, height, alternative, [...rows, ...lines]);
}

/** A point of a line; null is a gap. */
export interface LinePoint {
  readonly label: string;
  readonly value: number | null;
}

const LINE = { width: 480, height: 130, left: 28, right: 12, top: 10, bottom: 22 };

/**
 * A line of values from 0 to 100 over time, as SVG.
 * @param alternative the same in words
 */
export function lineChart(points: readonly LinePoint[], alternative: string): Markup {
  const { width, height, left, right, top, bottom } = LINE;
  const step = (width - left - right) / Math.max(points.length - 1, 1);
  const yOf = (value: number): number => top + (1 - clamped(value, 100)) * (height - top - bottom);
  const grid = [0, 50, 100].map(
    (value) =>
      markup`<line class="grid" x1="${coordinate(left)}" x2="${coordinate(width - right)}" y1="${coordinate(yOf(value))}" y2="${coordinate(yOf(value))}"/><text class="small" text-anchor="end" x="${coordinate(left - 6)}" y="${coordinate(yOf(value) + 3)}">${number(value)}</text>`,
  );
  const places = points.flatMap(({ value }, index) =>
    value === null ? [] : [[coordinate(left + index * step), coordinate(yOf(value))] as const],
  );
  const line = markup`<polyline class="line" points="${places.map((place) => place.join(',')).join(' ')}"/>`;
  const dots = places.map(([x, y]) => markup`<circle class="dot" cx="${x}" cy="${y}" r="2.5"/>`);
  const every = Math.max(Math.ceil(points.length / 6), 1);
  const labels = points.map(({ label }, index) =>
    index % every === 0
      ? markup`<text class="small" text-anchor="${index === 0 ? 'start' : 'middle'}" x="${coordinate(left + index * step)}" y="${coordinate(height - 6)}">${label}</text>`
      : '',
  );
  return figure(width, height, alternative, [...grid, line, ...dots, ...labels]);
}

/** A picture with its description. */
function figure(
  width: number,
  height: number,
  alternative: string,
  parts: readonly (Markup | string)[],
): Markup {
  return markup`<svg class="chart" role="img" aria-label="${alternative}" viewBox="0 0 ${coordinate(width)} ${coordinate(height)}"><title>${alternative}</title>${joined(parts)}</svg>`;
}
