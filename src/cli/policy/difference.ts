import { printable } from '../../common/values/text.js';

/** Lines of the difference that are shown. */
const MAX_SHOWN = 40;
const MAX_LINE = 200;

/** A line in the list or object that it is in; lines of JSON without their indentation and comma. */
const linesOf = (text: string): string[] => {
  let section = '';
  return text.split(/\r?\n/).flatMap((whole) => {
    const line = whole.trim().replace(/,$/, '');
    if (/^[[\]{}]*$/.test(line)) return [];
    const [, name] = /^\{?\s*"(\w+)":\s*[[{][\]}]*$/.exec(line) ?? [];
    if (name === undefined) return [section === '' ? line : `${section}: ${line}`];
    section = name;
    return [`"${name}"`];
  });
};

/** How often each line occurs. */
function countsOf(lines: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}

/** The lines of one text that the other has not, or less often. */
function missingFrom(lines: readonly string[], others: readonly string[]): string[] {
  const counts = countsOf(others);
  return lines.filter((line) => {
    const left = counts.get(line) ?? 0;
    counts.set(line, left - 1);
    return left <= 0;
  });
}

/**
 * A short difference of two files of settings, for people: the lines that only the old one has behind `-`, and those that
 * only the new one has behind `+`, with the list that they are in, so that an entry which is denied now is seen. It takes
 * time in proportion to the texts, whatever they are.
 */
export function differenceOf(before: string, after: string): string[] {
  const [old, current] = [linesOf(before), linesOf(after)];
  const changed = [
    ...missingFrom(old, current).map((line) => `- ${line}`),
    ...missingFrom(current, old).map((line) => `+ ${line}`),
  ];
  if (changed.length === 0) return ['  only the order, spaces, commas or the ends of lines differ'];
  const more = changed.length - MAX_SHOWN;
  const lines = changed.slice(0, MAX_SHOWN).map((line) => printable(line, MAX_LINE));
  return more > 0 ? [...lines, `  and ${more} more lines`] : lines;
}
