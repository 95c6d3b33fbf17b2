/** The end of a text in quotes that begins at a place. */
function endOfString(text: string, start: number): number {
  let place = start + 1;
  while (place < text.length && text[place] !== '"') place += text[place] === '\\' ? 2 : 1;
  return place + 1;
}

const orEnd = (place: number, text: string): number => (place === -1 ? text.length : place);

/** Where a comment that begins at a place ends; undefined when none begins there. */
function endOfComment(text: string, start: number): number | undefined {
  if (text.startsWith('//', start)) return orEnd(text.indexOf('\n', start), text);
  if (text.startsWith('/*', start)) return orEnd(text.indexOf('*/', start + 2), text) + 2;
  return undefined;
}

/** The signs of a JSON text without its comments, and without the commas at the ends of its lists. */
function plainJson(text: string): string {
  let plain = '';
  let comma = '';
  for (let place = 0; place < text.length;) {
    const comment = endOfComment(text, place);
    const end = comment ?? (text[place] === '"' ? endOfString(text, place) : place + 1);
    const piece = comment === undefined ? text.slice(place, end) : '';
    place = end;
    if (piece.trim() === '') continue;
    if (comma !== '' && piece !== '}' && piece !== ']') plain += comma;
    comma = piece === ',' ? piece : '';
    if (comma === '') plain += piece;
  }
  return plain;
}

/** Reads JSON as TypeScript does in its configurations: with comments and commas at ends. Undefined when it is none. */
export function parseJsonWithComments(text: string): unknown {
  try {
    return JSON.parse(plainJson(text.startsWith('\ufeff') ? text.slice(1) : text));
  } catch {
    return undefined;
  }
}
