import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

const PIECE_LENGTH = 32 * 1024;

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Streams a JSON object with one array, `{"<name>":[…]}`, with the memory of one batch for a list of any length. An
 * error before the first chunk gets an error response; after that, the connection is closed, so that a partial list is
 * not mistaken for a complete one. Items that are already in memory, such as those of a page, are sent at once.
 */
export async function sendJsonList(
  res: Response,
  name: string,
  items: AsyncIterable<object> | readonly object[],
): Promise<void> {
  if (!(Symbol.asyncIterator in items)) {
    const text = JSON.stringify({ [name]: items });
    res.setHeader('Content-Type', JSON_TYPE);
    res.setHeader('Content-Length', Buffer.byteLength(text));
    res.end(text);
    return;
  }
  const pieces = jsonList(name, items);
  const first = await pieces.next();
  res.setHeader('Content-Type', JSON_TYPE);
  await pipeline(Readable.from(prepend(first, pieces), { objectMode: false }), res);
}

async function* jsonList(name: string, items: AsyncIterable<object>): AsyncGenerator<string> {
  let piece = `{${JSON.stringify(name)}:[`;
  let separator = '';
  for await (const item of items) {
    piece += separator + JSON.stringify(item);
    separator = ',';
    if (piece.length > PIECE_LENGTH) {
      yield piece;
      piece = '';
    }
  }
  yield `${piece}]}`;
}

async function* prepend(first: IteratorResult<string>, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  if (first.done !== true) yield first.value;
  yield* rest;
}
