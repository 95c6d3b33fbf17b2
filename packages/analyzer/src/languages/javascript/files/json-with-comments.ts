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
  if (text.startsWith('/*', start))
    return Math.min(orEnd(text.indexOf('*/', start + 2), text) + 2, text.length);
  return undefined;
}

/** As many blanks as a text has characters, on as many lines. */
const blanks = (text: string): string =>
  text.includes('\n')
    ? text
        .split('\n')
        .map((line) => ' '.repeat(line.length))
        .join('\n')
    : ' '.repeat(text.length);

const QUOTE_OR_SLASH = /["/]/g;
const QUOTE_OR_COMMA = /["]|,(?=\s*[}\]])/g;

/** The text with something else for what begins at some places outside of strings. */
function replaced(
  text: string,
  special: RegExp,
  replacement: (start: number) => [end: number, text: string],
): string {
  const pieces: string[] = [];
  let copied = 0;
  special.lastIndex = 0;
  for (let match = special.exec(text); match !== null; match = special.exec(text)) {
    const { index } = match;
    if (match[0] === '"') special.lastIndex = endOfString(text, index);
    else {
      const [end, other] = replacement(index);
      pieces.push(text.slice(copied, index), other);
      copied = end;
      special.lastIndex = end;
    }
  }
  return pieces.join('') + text.slice(copied);
}

/** The text with blanks for its comments, so that everything else is where it was. */
export const commentsBlanked = (text: string): string =>
  replaced(text, QUOTE_OR_SLASH, (start) => {
    const end = endOfComment(text, start);
    return end === undefined ? [start + 1, '/'] : [end, blanks(text.slice(start, end))];
  });

const withoutTrailingCommas = (text: string): string =>
  replaced(text, QUOTE_OR_COMMA, (start) => [start + 1, ' ']);

/** Parses JSON as TypeScript does for its configurations: with comments and trailing commas. Undefined when it is invalid. */
export function parseJsonWithComments(text: string): unknown {
  try {
    const plain = commentsBlanked(text.startsWith('\ufeff') ? text.slice(1) : text);
    return JSON.parse(withoutTrailingCommas(plain));
  } catch {
    return undefined;
  }
}
