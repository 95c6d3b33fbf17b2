const SEPARATOR = '\0';

/** The line numbers of keys in a JSON document, by key path. */
export class JsonKeyLines {
  private readonly lines = new Map<string, number>();

  /**
   * @param text A valid JSON document.
   * @param wanted Whether the line of the key at a key path is needed.
   */
  constructor(text: string, wanted: (keys: readonly string[]) => boolean) {
    const keys: string[] = [];
    let line = 1;
    let last = '';
    for (let at = 0; at < text.length; at += 1) {
      const character = text[at];
      if (character === '\n') line += 1;
      else if (character === '"') {
        const end = closingQuote(text, at);
        last = text.slice(at, end + 1);
        at = end;
      } else if (character === '{' || character === '[') keys.push('');
      else if (character === '}' || character === ']') keys.pop();
      else if (character === ':') {
        keys[keys.length - 1] = JSON.parse(last) as string;
        if (wanted(keys)) this.lines.set(keys.join(SEPARATOR), line);
      }
    }
  }

  /** The line of a key; of the last one when it is duplicated, as for its value; 1 when it is missing. */
  lineOf(...keys: readonly string[]): number {
    return this.lines.get(keys.join(SEPARATOR)) ?? 1;
  }
}

function closingQuote(text: string, opening: number): number {
  let at = opening + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}
