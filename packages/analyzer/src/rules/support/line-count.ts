/** The line, from 1, of an index in a text. Indexes must be ascending, so that the text is scanned only once. */
export function linesInOrder(text: string): (index: number) => number {
  let line = 1;
  let end = text.indexOf('\n');
  return (index) => {
    for (; end >= 0 && end < index; end = text.indexOf('\n', end + 1)) line += 1;
    return line;
  };
}
