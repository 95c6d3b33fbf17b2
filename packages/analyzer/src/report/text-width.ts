import columnsOf from 'string-width';

/**
 * Wraps text at spaces. A word longer than a line gets its own line: paths must not be broken.
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

/** Wraps text with an indentation, and a different one for the first line: `1. ` and its text. */
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
