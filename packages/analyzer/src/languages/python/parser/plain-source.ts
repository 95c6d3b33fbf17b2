/** Python 3.15 loads such a module when it is used first. */
const LAZY = /^([ \t]*)lazy([ \t]+)(import|from)(?=[ \t])/gmu;
/** The type parameters of an alias begin. */
const ALIAS = /^[ \t]*type[ \t]+[\p{L}_][\p{L}\p{N}_]*[ \t]*\[/gmu;
/** What Python 3.15 unpacks in a comprehension: `{**each for each in all}`. */
const UNPACKED = /(\{[ \t]*)\*\*(?=[^{}\n]*[ \t]for[ \t])/gu;
/** Longer lists of type parameters are not read. */
const MAX_PARAMETERS = 2000;

/** The ranges of the defaults of type parameters, which begin at an offset. */
function* defaultsFrom(source: string, start: number): Generator<readonly [start: number, end: number]> {
  let depth = 1;
  let from: number | undefined;
  for (let at = start; at < source.length && at < start + MAX_PARAMETERS; at += 1) {
    const mark = source[at] ?? '';
    if ('([{'.includes(mark)) depth += 1;
    if (')]}'.includes(mark)) depth -= 1;
    const isEnd = depth === 0 || (depth === 1 && mark === ',');
    if (isEnd && from !== undefined) yield [from, at];
    if (isEnd) from = undefined;
    else if (depth === 1 && mark === '=') from ??= at;
    if (depth === 0) return;
  }
}

/**
 * A source without syntax that is newer than the grammar, as far as it matters for nothing here. All that stays is where it was.
 */
export function plainSource(source: string): string {
  let plain = source
    .replaceAll(LAZY, (_, before: string, space: string, word: string) => `${before}${word}    ${space}`)
    .replaceAll(UNPACKED, (_, before: string) => `${before} *`);
  for (const { index, 0: text } of source.matchAll(ALIAS))
    for (const [start, end] of defaultsFrom(source, index + text.length))
      plain = plain.slice(0, start) + ' '.repeat(end - start) + plain.slice(end);
  return plain;
}
