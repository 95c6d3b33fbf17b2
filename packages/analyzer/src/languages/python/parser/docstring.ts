const TAB = 8;

function expandTabs(line: string): string {
  if (!line.includes('\t')) return line;
  let text = '';
  for (const [at, part] of line.split('\t').entries()) {
    if (at > 0) text += ' '.repeat(TAB - (text.length % TAB));
    text += part;
  }
  return text;
}

function indentOf(line: string): number {
  let at = 0;
  while (line.charAt(at) === ' ') at++;
  return at;
}

/** A docstring as Python's own `inspect.cleandoc` shows it: without the indentation it has from its place in the code. */
export function cleanDocstring(text: string): string {
  const [first = '', ...rest] = text.split('\n').map(expandTabs);
  let margin = Infinity;
  for (const line of rest) {
    const indent = indentOf(line);
    if (indent < line.length) margin = Math.min(margin, indent);
  }
  const lines = [
    first.slice(indentOf(first)),
    ...rest.map((line) => (line.trim() === '' ? '' : line.slice(margin))),
  ];
  let from = 0;
  let to = lines.length;
  while (to > from && lines[to - 1] === '') to--;
  while (from < to && lines[from] === '') from++;
  return lines.slice(from, to).join('\n');
}
