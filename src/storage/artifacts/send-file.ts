import type { FileHandle } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { written } from './written.js';

// Larger chunks mean fewer system calls.
const PIECE_BYTES = 256 * 1024;

// Buffers are pooled: the garbage collector also counts memory outside the heap, so a new buffer for every chunk would
// cause repeated full collections (docs/performance.md).
const SPARE_PIECES = 16;
const spare: Buffer[] = [];

/** What sees each piece before it is sent, and may refuse them all before the last one is. */
export interface PieceCheck {
  take(piece: Uint8Array): void;
  finish(): void;
}

/**
 * Writes the bytes `start` to `end`, both included, to `destination` and ends it. Each chunk is read while the previous
 * one is being sent. A buffer is reused once `destination` has called back, so `destination` must no longer need the
 * bytes then: a socket or an HTTP response, not a transform that passes them on.
 * @throws what `check` throws, and when `destination` closes early. A shorter file is one that `check` finishes early.
 */
export async function sendFile(
  file: FileHandle,
  destination: Writable,
  { start, end }: { readonly start: number; readonly end: number },
  check: PieceCheck,
): Promise<void> {
  const pieces: [Buffer, Buffer] = [takePiece(), takePiece()];
  let [piece, other] = pieces;
  let sending = Promise.resolve();
  for (let position = start; position <= end;) {
    const { bytesRead } = await file.read(piece, 0, Math.min(PIECE_BYTES, end + 1 - position), position);
    const bytes = piece.subarray(0, bytesRead);
    check.take(bytes);
    position += bytesRead;
    if (bytesRead === 0 || position > end) check.finish();
    await sending;
    if (bytesRead === 0) throw new Error(`the file ends after ${position} bytes, before ${end + 1}`);
    sending = written(destination, bytes);
    // Avoids an unhandled rejection: the error is thrown when the promise is awaited.
    sending.catch(() => undefined);
    [piece, other] = [other, piece];
  }
  if (end < start) check.finish();
  await sending;
  destination.end();
  // Not after a failure: a closing socket may still read the buffers.
  spare.push(...pieces.slice(0, SPARE_PIECES - spare.length));
}

const takePiece = (): Buffer => spare.pop() ?? Buffer.allocUnsafeSlow(PIECE_BYTES);
