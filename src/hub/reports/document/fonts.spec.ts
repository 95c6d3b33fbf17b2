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

  it('refers to nothing outside', () => {
    const urls = [...fontFaces('文件 مرحبا').matchAll(/url\(([^)]{0,20})/gu)].map(([, start]) => start);
    expect(new Set(urls)).toEqual(new Set(['data:font/woff2;base']));
  });

  it('needs no font for characters that no font has', () => {
    expect(families('\u{10ffff}')).toEqual([]);
  });
});
