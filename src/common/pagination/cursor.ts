/**
 * Opaque page positions: the sort key of the last row, as base64url JSON. They grant no permissions, so they are not
 * signed; a forged one only starts the list elsewhere.
 */
export const encodeCursor = (key: readonly string[]): string =>
  Buffer.from(JSON.stringify(key)).toString('base64url');

/** The sort key of a cursor with `parts` strings; undefined when it is not one. */
export function decodeCursor(cursor: string, parts: number): string[] | undefined {
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const fits =
      Array.isArray(key) &&
      key.length === parts &&
      key.every((part) => typeof part === 'string' && part.length <= 512 && !part.includes('\u0000'));
    return fits ? (key as string[]) : undefined;
  } catch {
    return undefined;
  }
}
