import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import { fontFaces } from './fonts.js';

const families = (html: string): string[] => [
  ...new Set([...fontFaces(html).matchAll(/font-family:'([^']+)'/gu)].map(([, name = '']) => name)),
];

describe('fontFaces', () => {
  it('embeds the three Latin fonts, and no other, for an English text', () => {
    expect(families('Report')).toEqual(['Source Sans 3', 'Source Serif 4', 'Source Code Pro']);
    expect(fontFaces('Report').length).toBeLessThan(150_000);
  });

  it.each([
    ['مرحبا', 'Vazirmatn'],
    ['مرحبا', 'Noto Sans Arabic'],
    ['שלום', 'Noto Sans Hebrew'],
    ['<bdi lang="zh">文件</bdi>', 'Noto Sans SC Variable'],
    ['<bdi lang="ja">ファイル</bdi>', 'Noto Sans JP Variable'],
    ['<bdi lang="ko">파일</bdi>', 'Noto Sans KR Variable'],
    ['🔧', 'Noto Emoji Variable'],
  ])('embeds the font of %s', (html, family) => {
    expect(families(html)).toContain(family);
  });

  it('embeds only the subsets that a text needs', () => {
    expect(fontFaces('<bdi lang="zh">文件</bdi>').length).toBeLessThan(400_000);
  });

  it('finds the subset of the first and the last character of each range', () => {
    const require = createRequire(import.meta.url);
    const path = require.resolve('@fontsource-variable/noto-sans-sc/unicode.json');
    const ranges = Object.values(JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>);
    for (const range of ranges) {
      const points = range.split(/[-,]/u).map((part) => Number.parseInt(part.replace(/^U\+/u, ''), 16));
      for (const point of [points[0], points.at(-1)]) {
        const faces = fontFaces(`<bdi lang="zh">${String.fromCodePoint(point ?? 0)}</bdi>`);
        // What the base font has comes from there.
        if (!faces.includes("'Noto Sans SC Variable'")) continue;
        expect(faces).toContain(`unicode-range:${range}}`);
      }
    }
    expect(families('文字\u{fffd}')).toContain('Noto Sans SC Variable');
  });

  it('has all families, and each subset once, for a text with all characters', () => {
    const all = Array.from({ length: 0x2_0000 }, (_, point) => String.fromCodePoint(point)).join('');
    const faces = fontFaces(`<bdi lang="zh"></bdi><bdi lang="ja"></bdi><bdi lang="ko"></bdi>${all}`);
    const rules = [...faces.matchAll(/font-family:'[^']+';[^}]*?;src/gu)].length;
    const distinct = new Set(
      [...faces.matchAll(/(font-family:'[^']+';[^}]*?);src[^}]*?(unicode-range:[^}]*)/gu)].map(
        ([, face = '', range = '']) => face + range,
      ),
    );
    expect(distinct.size).toBe(rules);
    expect(new Set([...faces.matchAll(/font-family:'([^']+)'/gu)].map(([, name]) => name)).size).toBe(10);
  });

  it('refers to nothing outside', () => {
    const urls = [...fontFaces('文件 مرحبا').matchAll(/url\(([^)]{0,20})/gu)].map(([, start]) => start);
    expect(new Set(urls)).toEqual(new Set(['data:font/woff2;base']));
  });

  it('needs no font for characters that no font has', () => {
    expect(families('\u{10ffff}')).toEqual([]);
  });
});
