const INTERVAL_MS = 1000;

/**
 * The text of an export while its caller may read it: what has not been checked for a second is checked before the next piece,
 * and before the end.
 * @param check throws when the caller may no longer read the text
 * @param now a time in milliseconds
 */
export async function* whileAdmitted(
  pieces: AsyncIterable<string>,
  check: () => Promise<unknown>,
  now: () => number = () => performance.now(),
): AsyncGenerator<string> {
  let checkedAt = now();
  const checkIfDue = async (): Promise<void> => {
    if (now() - checkedAt < INTERVAL_MS) return;
    await check();
    checkedAt = now();
  };
  for await (const piece of pieces) {
    await checkIfDue();
    yield piece;
  }
  await checkIfDue();
}
