/** A part of a source, by its offsets. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** A line with which a statement outside of all others begins, as people and tools write them: without any space before it. */
const BEGINNING = /^[^\s})\]*/,;.:?&|+<>=-]/u;

/** The beginnings of lines, and the end. */
function linesOf(source: string): number[] {
  const starts = [0];
  for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts[starts.length - 1] === source.length ? starts : [...starts, source.length];
}

/** What may be left out for an error at a line, the smallest part first: the line, or the statement that it is in. */
export function* partsAround(source: string, line: number): Generator<Range> {
  const starts = linesOf(source);
  const at = Math.min(Math.max(line, 1), starts.length - 1) - 1;
  const range = (from: number, to: number): Range => ({
    start: starts[from] ?? 0,
    end: starts[to] ?? source.length,
  });
  yield range(at, at + 1);
  const begins = (index: number): boolean => BEGINNING.test(source.slice(starts[index], starts[index + 1]));
  let from = at;
  while (from > 0 && !begins(from)) from -= 1;
  let to = at + 1;
  while (to < starts.length - 1 && !begins(to)) to += 1;
  yield range(from, to);
  // The error may be noticed in the statement after the one that it is in.
  if (from === 0) return;
  let before = from - 1;
  while (before > 0 && !begins(before)) before -= 1;
  yield range(before, to);
}

/** A source with a part of it made blank; all others stay where they are. */
export const without = (source: string, { start, end }: Range): string =>
  source.slice(0, start) + source.slice(start, end).replaceAll(/[^\n\r]/gu, ' ') + source.slice(end);
