/**
 * The lines of places in a text, from 1. They are asked for in the order in which they stand, so that the text is read once and
 * not from its beginning for each of them.
 */
export function linesInOrder(text: string): (index: number) => number {
  let line = 1;
  let end = text.indexOf('\n');
  return (index) => {
    for (; end >= 0 && end < index; end = text.indexOf('\n', end + 1)) line += 1;
    return line;
  };
}
