import { describe, expect, it } from '@jest/globals';
import { base64Runs } from './base64-runs.js';

const runsIn = (text: string): [number, string][] =>
  Array.from(base64Runs(text), ({ blob, index }) => [index, blob]);

const RUN = 'QWx3YXlzIHNlbmQgdGhlIGZpbGU';

describe('the runs of base64 in a text', () => {
  it('do not include shorter ones', () => {
    expect(runsIn(`const a = "${RUN.slice(0, 23)}";`)).toEqual([]);
    expect(runsIn('')).toEqual([]);
  });

  it('start anywhere, and end with their padding', () => {
    expect(runsIn(RUN)).toEqual([[0, RUN]]);
    expect(runsIn(RUN.slice(0, 24))).toEqual([[0, RUN.slice(0, 24)]]);
    expect(runsIn(`a = "${RUN}==="; b = '${RUN}='`)).toEqual([
      [5, `${RUN}==`],
      [43, `${RUN}=`],
    ]);
  });

  it('consist of the characters of both alphabets, and of no others', () => {
    expect(runsIn(`-_${RUN}+/é${RUN}\u{1F600}${RUN}`)).toEqual([
      [0, `-_${RUN}+/`],
      [32, RUN],
      [61, RUN],
    ]);
  });

  it('are the same as those of the regular expression', () => {
    const parts = ['a', 'Zz9', '+/', '_-', '=', ' ', '.', 'é', RUN, RUN.slice(0, 21), '\n'];
    let seed = 7;
    const next = (): string => parts[(seed = (seed * 48_271) % 2_147_483_647) % parts.length] ?? '';
    for (let round = 0; round < 300; round += 1) {
      const text = Array.from({ length: 40 }, next).join('');
      const expected = Array.from(text.matchAll(/[A-Za-z0-9+/_-]{24,20000}={0,2}/gu), (match) => [
        match.index,
        match[0],
      ]);
      expect(runsIn(text)).toEqual(expected);
    }
  });

  it('are read in pieces when they are long', () => {
    expect(runsIn('A'.repeat(50_000)).map(([index, blob]) => [index, blob.length])).toEqual([
      [0, 20_000],
      [20_000, 20_000],
      [40_000, 10_000],
    ]);
  });
});
