import columnsOf from 'string-width';

/**
 * Wraps a text at spaces. A word that is longer than a line has a line of its own: paths must stay whole.
 * @param width columns of a terminal
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

/** The same with an indentation, and another one of the first line: `1. ` and its text. */
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
