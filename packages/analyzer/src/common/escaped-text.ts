const MAX_LENGTH = 100;
const UNPRINTABLE = /[^\p{L}\p{N}\p{P}\p{S} ]/gu;

/**
 * Text from elsewhere for a message: control, bidirectional and other invisible characters escaped as `\u{202e}`, and truncated.
 * @param length in characters
 */
export function escapedText(text: string, length = MAX_LENGTH): string {
  const start = Array.from(text.slice(0, 2 * length))
    .slice(0, length)
    .join('');
  const escaped = start.replace(
    UNPRINTABLE,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
  return start.length < text.length ? `${escaped}…` : escaped;
}
