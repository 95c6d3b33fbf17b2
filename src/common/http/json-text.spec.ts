import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { jsonList, jsonObject } from './json-text.js';

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

async function* streamed<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  for (const item of items) yield await Promise.resolve(item);
}

describe('JSON written piece by piece', () => {
  it('is the text of JSON.stringify for objects and lists of any content', async () => {
    const values = fc.dictionary(fc.string(), fc.jsonValue());
    await fc.assert(
      fc.asyncProperty(fc.array(values), values, async (items, members) => {
        expect(await textOf(jsonList(streamed(items)))).toBe(JSON.stringify(items));
        const object = Object.fromEntries(
          Object.entries(members).map(([name, value]) => [`_${name}`, value]),
        );
        expect(await textOf(jsonObject(object as Record<string, object>))).toBe(JSON.stringify(object));
      }),
    );
  });

  it('nests, and has members that are known only at the end', async () => {
    let count = 0;
    async function* items(): AsyncGenerator<AsyncGenerator<string>> {
      for (const name of ['a', 'b']) {
        count = await Promise.resolve(count + 1);
        yield jsonObject({ name });
      }
    }
    expect(await textOf(jsonObject({ list: jsonList(items()), count: () => count }))).toBe(
      '{"list":[{"name":"a"},{"name":"b"}],"count":2}',
    );
    expect(await textOf(jsonObject({ empty: jsonList(streamed([])), none: jsonObject({}) }))).toBe(
      '{"empty":[],"none":{}}',
    );
  });
});
