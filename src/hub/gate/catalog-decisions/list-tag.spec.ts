import { describe, expect, it } from '@jest/globals';
import { ListTag } from './list-tag.js';

const tag = new ListTag('7', ['list', { limit: 30 }]);

describe('ListTag', () => {
  it('is known for the same revision and request, until the time changes a decision', () => {
    const text = tag.text(1000);
    expect(tag.known(text, 999)).toBe(text);
    expect(tag.known(`"x", W/${text}`, 999)).toBe(text);
    expect(tag.known(text, 1000)).toBeUndefined();
    const lasting = tag.text(Infinity);
    expect(tag.known(lasting, Number.MAX_SAFE_INTEGER)).toBe(lasting);
  });

  it.each([
    ['no header', undefined],
    ['an empty one', ''],
    ['any', '*'],
    ['another revision', new ListTag('8', ['list', { limit: 30 }]).text(1000)],
    ['another request', new ListTag('7', ['list', { limit: 31 }]).text(1000)],
    ['a tag without quotes', tag.text(1000).replaceAll('"', '')],
    ['a time that is none', tag.text(1000).replace(/\.\w+"/, '.!"')],
  ])('is not known for %s', (_what, header) => {
    expect(tag.known(header, 0)).toBeUndefined();
  });
});
