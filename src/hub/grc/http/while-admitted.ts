const INTERVAL_MS = 1000;

/**
 * The text of an export while its caller may read it. The check is repeated at most once a second, and at the end: what was
 * deleted with the caller's organization is missing from the text, which must not look complete.
 * @param check throws when the caller may no longer read the text
 */
export async function* whileAdmitted(
  pieces: AsyncIterable<string>,
  check: () => Promise<unknown>,
): AsyncGenerator<string> {
  let checkedAt = performance.now();
  for await (const piece of pieces) {
    if (performance.now() - checkedAt >= INTERVAL_MS) {
      await check();
      checkedAt = performance.now();
    }
    yield piece;
  }
  await check();
}
