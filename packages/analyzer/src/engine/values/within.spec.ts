import { describe, expect, it } from '@jest/globals';
import { constantValue, objectValue, UNKNOWN, type HeapObject, type Value } from './value.js';
import { valuesWithin } from './within.js';

let id = 0;
const objectOf = (...fields: (readonly [string, Value])[]): HeapObject => ({
  id: (id += 1),
  fields: new Map(fields),
});
const constantsIn = (value: Value, depth: number): unknown[] =>
  valuesWithin(value, depth).flatMap(({ constants }) => constants ?? []);

describe('the values within a value', () => {
  it('are itself, its parts, and the fields, items and further contents of its objects, the outer ones first', () => {
    const inner = objectOf(['deep', constantValue('deep')]);
    const outer: HeapObject = {
      ...objectOf(['inner', objectValue(inner)], ['field', constantValue('field')]),
      items: [constantValue('item')],
      rest: constantValue('rest'),
    };
    const value = { ...objectValue(outer), parts: [constantValue('part')] };
    expect(constantsIn(value, 2)).toEqual(['part', 'field', 'item', 'rest', 'deep']);
    expect(valuesWithin(UNKNOWN, 2)).toEqual([UNKNOWN]);
  });

  it('end at the depth', () => {
    const value = objectValue(objectOf(['a', objectValue(objectOf(['b', constantValue('b')]))]));
    expect([0, 1, 2].map((depth) => constantsIn(value, depth))).toEqual([[], [], ['b']]);
  });

  it('are visited once, however many paths lead to them', () => {
    const loop = objectOf(['leaf', constantValue('leaf')]);
    loop.fields.set('self', objectValue(loop));
    let shared = objectValue(loop);
    for (let level = 0; level < 40; level += 1)
      shared = objectValue(objectOf(['left', shared], ['right', shared]));
    expect(constantsIn(shared, 100)).toEqual(['leaf']);
  });
});
