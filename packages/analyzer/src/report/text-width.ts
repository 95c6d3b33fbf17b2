/** Characters of East Asian scripts and pictures, which take two columns of a terminal. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/gu;
/** Those that stand on the one before them. */
const MARK = /\p{M}/gu;

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** How many columns of a terminal a text takes. */
export const columnsOf = (text: string): number =>
  Array.from(text).length + countOf(text, WIDE) - countOf(text, MARK);

/**
 * A text in lines of at most so many columns, parted where it has spaces. A word that is longer has a line of its own: paths
 * must stay whole.
 */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  let columns = 0;
  for (const word of text.split(' ').filter((part) => part !== '')) {
    const size = columnsOf(word);
    if (line !== '' && columns + 1 + size > width) {
      lines.push(line);
      [line, columns] = [word, size];
    } else {
      columns += size + (line === '' ? 0 : 1);
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return line === '' ? lines : [...lines, line];
}

/** The same, with spaces before each line, fewer before the first one: `1. ` and what belongs to it. */
export function indented(
  text: string,
  width: number,
  first: string,
  rest = ' '.repeat(first.length),
): string[] {
  return wrap(text, Math.max(20, width - columnsOf(rest))).map(
    (line, index) => `${index === 0 ? first : rest}${line}`,
  );
}
