const SHOWN_LENGTH = 100;
const UNPRINTABLE = /[^\p{L}\p{N}\p{P}\p{S} ]/gu;

/** Text from elsewhere for a message: control, bidirectional and other invisible characters escaped, and truncated. */
export function printable(text: string): string {
  const shown = Array.from(text.slice(0, 2 * SHOWN_LENGTH))
    .slice(0, SHOWN_LENGTH)
    .join('');
  const escaped = shown.replace(
    UNPRINTABLE,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
  return shown.length < text.length ? `${escaped}…` : escaped;
}
