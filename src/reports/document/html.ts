import { Markup, markup } from '../../hub/platform/pages/markup.js';

/** A part of a document: markup, or a text of this program, which is escaped all the same. */
export type Part = Markup | string;

/** Parts, one after the other. */
export const joined = (parts: readonly Part[], separator = ''): Markup =>
  new Markup(parts.map((part) => markup`${part}`.text).join(separator));

/** Nothing. */
export const NOTHING = new Markup('');

/** A part if a condition holds. */
export const when = (condition: boolean, part: () => Markup): Markup => (condition ? part() : NOTHING);

/** `3 findings`, `1 finding`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

/** A number with separators of thousands. */
export const number = (value: number): string => value.toLocaleString('en-US');

/** `a`, `a and b`, `a, b, and c`. */
export function sentenceList(parts: readonly Part[]): Markup {
  if (parts.length < 3) return joined(parts, ' and ');
  return joined([joined(parts.slice(0, -1), ', '), parts.at(-1) ?? ''], ', and ');
}

/** `January 31, 2026, 14:05 UTC`; the text itself if it is not a timestamp. */
export function dateTime(timestamp: string): string {
  const date = new Date(timestamp);
  if (Number.isNaN(date.getTime())) return timestamp.slice(0, 40);
  return `${day(timestamp)}, ${date.toISOString().slice(11, 16)} UTC`;
}

/** `January 31, 2026`, in UTC; the text itself if it is not a timestamp. */
export function day(timestamp: string): string {
  const date = new Date(timestamp);
  if (Number.isNaN(date.getTime())) return timestamp.slice(0, 40);
  return date.toLocaleDateString('en-US', {
    timeZone: 'UTC',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
  });
}

/** A column of a table. */
export interface Column {
  readonly title: string;
  /** Share of the width, in percent. */
  readonly width: number;
  readonly isNumber?: boolean;
}

/** The cells of a row; the first one names the row. */
export type Row = readonly Part[];

/** A table with a caption. Its header is repeated on each page, and its rows are not broken unless they are long. */
export function table(caption: Part, columns: readonly Column[], rows: readonly Row[]): Markup {
  const kind = ({ isNumber = false }: Column): Markup => (isNumber ? markup` class="number"` : NOTHING);
  const head = columns.map((column) => markup`<th scope="col"${kind(column)}>${column.title}</th>`);
  const widths = columns.map(({ width }) => markup`<col style="width:${String(width)}%">`);
  const body = rows.map((row) => {
    const cells = columns.map((column, index) => {
      const cell = row[index] ?? '';
      return index === 0
        ? markup`<th scope="row"${kind(column)}>${cell}</th>`
        : markup`<td${kind(column)}>${cell}</td>`;
    });
    return markup`<tr>${joined(cells)}</tr>`;
  });
  return markup`<table><caption>${caption}</caption><colgroup>${joined(widths)}</colgroup><thead><tr>${joined(head)}</tr></thead><tbody>${joined(body, '\n')}</tbody></table>`;
}

/** A name and its value; null leaves the pair out. */
export type Fact = readonly [name: string, value: Part | null];

/**
 * Names and values, as a table whose rows have headers: Chromium does not tag description lists in a PDF, so that assistive
 * technology would not connect a name with its value.
 */
export function facts(pairs: readonly Fact[]): Markup {
  const rows = pairs.flatMap(([name, value]) =>
    value === null ? [] : [markup`<tr><th scope="row">${name}</th><td>${value}</td></tr>`],
  );
  return markup`<table class="facts"><tbody>${joined(rows)}</tbody></table>`;
}

/** Few names and values in a row, as a list. */
export function keyFigures(pairs: readonly (readonly [name: Part, value: Part])[], kind: string): Markup {
  const items = pairs.map(
    ([name, value]) => markup`<li><span class="name">${name}</span> <span class="value">${value}</span></li>`,
  );
  return markup`<ul class="${kind}">${joined(items)}</ul>`;
}

/** A list with bullets. */
export const bullets = (items: readonly Part[]): Markup =>
  markup`<ul>${joined(items.map((item) => markup`<li>${item}</li>`))}</ul>`;

/** What the reader must not overlook. */
export const note = (...parts: readonly Part[]): Markup => markup`<p class="note">${joined(parts)}</p>`;

/** A paragraph. */
export const paragraph = (...parts: readonly Part[]): Markup => markup`<p>${joined(parts)}</p>`;

const SEVERITY_NAMES: Readonly<Record<string, string>> = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
};

/** `Critical`; an unknown severity as it is. */
export const severityName = (severity: string): string => SEVERITY_NAMES[severity] ?? severity.slice(0, 40);

/** A severity as a label. */
export const severityLabel = (severity: string): Markup =>
  markup`<span class="severity ${SEVERITY_NAMES[severity] === undefined ? 'other' : severity}">${severityName(severity)}</span>`;

const LEVEL_NAMES = ['not certified', 'baseline', 'standard', 'advanced'];

/** `Level 2, standard`; `Not certified` for level 0. */
export const levelName = (level: number): string =>
  level <= 0 ? 'Not certified' : `Level ${level}, ${LEVEL_NAMES[level] ?? 'unknown'}`;

const CATEGORY_NAMES: Readonly<Record<string, string>> = {
  SECURITY: 'Security',
  SUPPLY_CHAIN: 'Supply chain',
  MATURITY: 'Maturity',
};

/** The categories of controls in their order. */
export const CATEGORIES = Object.keys(CATEGORY_NAMES);

/** `Supply chain`; an unknown category as it is. */
export const categoryName = (category: string): string => CATEGORY_NAMES[category] ?? category.slice(0, 40);
