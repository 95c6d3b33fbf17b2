/** The end of the quoted string at an index. */
function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text[index] !== '"') index += text[index] === '\\' ? 2 : 1;
  return index + 1;
}

const orEnd = (index: number, text: string): number => (index === -1 ? text.length : index);

/** The end of the comment at an index; undefined when there is none. */
function endOfComment(text: string, start: number): number | undefined {
  if (text.startsWith('//', start)) return orEnd(text.indexOf('\n', start), text);
  if (text.startsWith('/*', start)) return orEnd(text.indexOf('*/', start + 2), text) + 2;
  return undefined;
}

/** The JSON text without comments and trailing commas. */
function plainJson(text: string): string {
  let plain = '';
  let comma = '';
  for (let index = 0; index < text.length;) {
    const comment = endOfComment(text, index);
    const end = comment ?? (text[index] === '"' ? endOfString(text, index) : index + 1);
    const piece = comment === undefined ? text.slice(index, end) : '';
    index = end;
    if (piece.trim() === '') continue;
    if (comma !== '' && piece !== '}' && piece !== ']') plain += comma;
    comma = piece === ',' ? piece : '';
    if (comma === '') plain += piece;
  }
  return plain;
}

/** Parses JSON as TypeScript does for its configurations: with comments and trailing commas. Undefined when it is invalid. */
export function parseJsonWithComments(text: string): unknown {
  try {
    return JSON.parse(plainJson(text.startsWith('\ufeff') ? text.slice(1) : text));
  } catch {
    return undefined;
  }
}
