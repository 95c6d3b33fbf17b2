import type { FileHandle } from 'node:fs/promises';
import type { Writable } from 'node:stream';

// Larger pieces mean fewer system calls.
const PIECE_BYTES = 256 * 1024;

// Kept for later downloads: the garbage collector counts memory outside of the heap too, so new memory for every piece
// would make it go through the whole heap again and again (docs/performance.md).
const SPARE_PIECES = 16;
const spare: Buffer[] = [];

/**
 * Writes the bytes `start` to `end`, both included, to `destination` and ends it. One piece is read while the one before
 * is on its way. A piece's memory is used again once `destination` has called back, so it must be one that is done
 * with the bytes then: a socket or an HTTP answer, not a transform that hands them on.
 * @throws when the file is shorter than that, or when `destination` closes early.
 */
export async function sendFile(
  file: FileHandle,
  destination: Writable,
  { start, end }: { readonly start: number; readonly end: number },
): Promise<void> {
  const pieces: [Buffer, Buffer] = [takePiece(), takePiece()];
  let [piece, other] = pieces;
  let written = Promise.resolve();
  for (let position = start; position <= end;) {
    const { bytesRead } = await file.read(piece, 0, Math.min(PIECE_BYTES, end + 1 - position), position);
    await written;
    if (bytesRead === 0) throw new Error(`the file ends after ${position} bytes, before ${end + 1}`);
    written = write(destination, piece.subarray(0, bytesRead));
    // A failure is thrown where it is waited for; until then it is not unhandled.
    written.catch(() => undefined);
    position += bytesRead;
    [piece, other] = [other, piece];
  }
  await written;
  destination.end();
  // Not after a failure: a socket that is being closed may still look at them.
  spare.push(...pieces.slice(0, SPARE_PIECES - spare.length));
}

const takePiece = (): Buffer => spare.pop() ?? Buffer.allocUnsafeSlow(PIECE_BYTES);

/** Resolves when `destination` is done with the bytes. */
const write = (destination: Writable, bytes: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    const closed = (): void => reject(new Error('the connection was closed before the end of the answer'));
    if (destination.destroyed) {
      closed();
      return;
    }
    destination.once('close', closed);
    destination.write(bytes, (error) => {
      destination.removeListener('close', closed);
      if (error === null || error === undefined) resolve();
      else reject(error);
    });
  });
