import { describe, expect, it } from '@jest/globals';
import { analyze } from '../../analysis/analyze.js';
import { Flow } from '../values/flow.js';
import { entryFrame } from '../calls/frames.js';
import { KeyOrigins } from '../values/key-origins.js';
import type { Frame } from '../frame.js';
import { factsHere } from '../values/merging.js';
import { JAVASCRIPT_TRAITS } from '../../languages/javascript/traits.js';
import { RunState } from '../values/run-state.js';
import { stateOf } from '../values/state.js';
import { digest } from '../values/digest.js';
import { constantValue, type Value } from '../values/value.js';

const each = (count: number, text: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => text(index)).join('\n');

const run = new RunState();

const frame = (): Frame => {
  const scope = { id: 1, flow: new Flow<Value>(), module: 'a.js', traits: JAVASCRIPT_TRAITS, run } as const;
  return entryFrame({ kind: 'function', name: 'f' }, scope);
};

describe('bounds of the analysis', () => {
  it.each([
    [
      'a long list read at many unknown indexes',
      `const l = [${each(3000, () => '{},')}];\nfunction g(x) {\n${each(3000, () => 'l[x];')}\n}`,
    ],
    [
      'many calls with an object of many fields',
      `function f(a, b) {}\nconst o = {${each(3000, (n) => `k${n}: 1,`)}};\nfunction g() {\n${each(3000, (n) => `f(o, ${n});`)}\n}`,
    ],
    [
      'a loop with many exits and many variables',
      `function g(list) {\nfor (const i of list) {\n${each(4000, (n) => `const v${n} = i.a; if (i.b) continue;`)}\n}\n}`,
    ],
  ])('reports as incomplete: %s', async (_, text) => {
    const { report } = await analyze(new Map([['index.js', Buffer.from(text)]]));
    expect(report.incomplete_reasons).toContainEqual(expect.stringContaining('too much code'));
  });

  it('drops the facts at further returns of a function once it has kept many', () => {
    const at = frame();
    for (let key = 0; key < 1000; key += 1) at.scope.flow.learn(`v${key}`, 1);
    const sizes = Array.from({ length: 200 }, () => factsHere(at).size);
    expect(sizes[0]).toBe(1000);
    expect(sizes.at(-1)).toBe(0);
    expect(factsHere({ ...frame(), scope: at.scope }).size).toBe(1000);
  });

  it('replaces long constants in keys by distinct numbers', () => {
    const long = 'ab '.repeat(1000);
    const texts = [long, `${long}c`].map((text) => digest(constantValue(text), run));
    expect(texts.every((text) => text.length < 20)).toBe(true);
    expect(new Set(texts).size).toBe(2);
    expect(digest(constantValue(long), run)).toBe(texts[0]);
    expect(stateOf(constantValue(long), run).length).toBeLessThan(20);
  });
});

describe('KeyOrigins', () => {
  it('ignores a link that would form a cycle', () => {
    const origins = new KeyOrigins();
    origins.add({ key: 'b', from: 'a', bits: 1 });
    origins.add({ key: 'c', from: 'b', bits: 1 });
    origins.add({ key: 'a', from: 'c', bits: 1 });
    const keys = [...origins.implied({ key: 'c', sanitizedFor: 1 })].map(({ key }) => key);
    expect(keys).toEqual(['c', 'b', 'a']);
    expect([...origins.implied({ key: 'a', sanitizedFor: 1 })]).toEqual([{ key: 'a', sanitizedFor: 1 }]);
  });
});
