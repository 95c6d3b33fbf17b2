import type { Response } from 'express';
import { jsonList, jsonObject } from './json-text.js';
import { streamText } from './text-stream.js';

export const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Streams a JSON object with one array, `{"<name>":[…]}`, with the memory of one batch for a list of any length. Items
 * that are already in memory, such as those of a page, are sent at once.
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
  await streamText(res, JSON_TYPE, jsonObject({ [name]: jsonList(items) }));
}
