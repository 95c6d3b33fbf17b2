import type { Writable } from 'node:stream';
import type { TransferCheck } from './transfer-check.js';
import { taken } from './written.js';

/**
 * Writes the bytes of an object to `destination` and ends it, one piece behind what `check` has seen. Nothing is written
 * before the second piece, so that the whole of a small object is checked first.
 * @throws what `check` and `bytes` throw, and when `destination` closes early; it is not ended then
 */
export async function sendChecked(
  bytes: AsyncIterable<Buffer>,
  destination: Writable,
  check: TransferCheck,
): Promise<void> {
  let held: Buffer | undefined;
  for await (const piece of bytes) {
    check.take(piece);
    if (held !== undefined) await taken(destination, held);
    held = piece;
  }
  check.finish();
  if (held !== undefined) await taken(destination, held);
  destination.end();
}
