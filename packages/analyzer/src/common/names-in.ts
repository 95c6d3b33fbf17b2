/** The texts of the first group of a pattern, which must be global, in a text. */
export function* namesIn(text: string, pattern: RegExp): Generator<string> {
  for (const [, name] of text.matchAll(pattern)) if (name !== undefined) yield name;
}
