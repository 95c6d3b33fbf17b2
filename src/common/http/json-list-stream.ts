import { Readable } from 'node:stream';

/**
 * A JSON object with one array, `{"<name>":[…]}`, written item by item: a list of any length needs the memory of one
 * batch. Pass it to the response with the type `application/json`.
 */
export const jsonListStream = (name: string, items: AsyncIterable<object>): Readable =>
  Readable.from(jsonList(name, items), { objectMode: false, highWaterMark: 64 * 1024 });

async function* jsonList(name: string, items: AsyncIterable<object>): AsyncGenerator<string> {
  let buffered = `{${JSON.stringify(name)}:[`;
  let separator = '';
  for await (const item of items) {
    buffered += separator + JSON.stringify(item);
    separator = ',';
    if (buffered.length > 32 * 1024) {
      yield buffered;
      buffered = '';
    }
  }
  yield `${buffered}]}`;
}
