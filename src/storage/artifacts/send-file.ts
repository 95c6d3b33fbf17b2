import type { FileHandle } from 'node:fs/promises';
import type { Writable } from 'node:stream';

// Larger chunks mean fewer system calls.
const PIECE_BYTES = 256 * 1024;

// Buffers are pooled: the garbage collector also counts memory outside the heap, so a new buffer for every chunk would
// cause repeated full collections (docs/performance.md).
const SPARE_PIECES = 16;
const spare: Buffer[] = [];

/**
 * Writes the bytes `start` to `end`, both included, to `destination` and ends it. Each chunk is read while the previous
 * one is being sent. A buffer is reused once `destination` has called back, so `destination` must no longer need the
 * bytes then: a socket or an HTTP response, not a transform that passes them on.
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
    // Avoids an unhandled rejection: the error is thrown when the promise is awaited.
    written.catch(() => undefined);
    position += bytesRead;
    [piece, other] = [other, piece];
  }
  await written;
  destination.end();
  // Not after a failure: a closing socket may still read the buffers.
  spare.push(...pieces.slice(0, SPARE_PIECES - spare.length));
}

const takePiece = (): Buffer => spare.pop() ?? Buffer.allocUnsafeSlow(PIECE_BYTES);

/** Resolves when `destination` is done with the bytes. */
const write = (destination: Writable, bytes: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    const closed = (): void => reject(new Error('the connection was closed before the end of the response'));
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
