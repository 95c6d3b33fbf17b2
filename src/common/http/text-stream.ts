import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/** Characters that are written at once. */
export const PIECE_LENGTH = 32 * 1024;

/**
 * Streams text as the body of a response, as fast as the client reads it. An error before the first piece gets an error
 * response; after that, the connection is closed, so that a part is not mistaken for the whole.
 * @param onProgress called whenever the client has taken what was sent before
 */
export async function streamText(
  res: Response,
  contentType: string,
  pieces: AsyncIterable<string>,
  onProgress: () => void = () => undefined,
): Promise<void> {
  const larger = inLargerPieces(pieces);
  const first = await larger.next();
  res.setHeader('Content-Type', contentType);
  // Nothing would wait for a client that gets no body.
  if (res.req.method === 'HEAD') {
    await larger.return(undefined);
    res.end();
    return;
  }
  // Not through a Readable, which would convert each piece to a buffer that only garbage collection frees.
  await pipeline(following(first, larger, onProgress), res);
}

/** Joins small pieces: each write to a connection has a cost of its own. */
async function* inLargerPieces(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let joined = '';
  for await (const piece of pieces) {
    joined += piece;
    if (joined.length >= PIECE_LENGTH) {
      yield joined;
      joined = '';
    }
  }
  if (joined !== '') yield joined;
}

async function* following(
  first: IteratorResult<string>,
  rest: AsyncGenerator<string>,
  onProgress: () => void,
): AsyncGenerator<string> {
  if (first.done === true) return;
  yield first.value;
  for await (const piece of rest) {
    onProgress();
    yield piece;
  }
}
