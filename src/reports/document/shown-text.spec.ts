import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { escapeHidden } from '../../common/values/visible-text.js';
import { cssString, plainText, shownCode, shownLines, shownLink, shownText } from './shown-text.js';

const withoutMarkup = (html: string): string =>
  html.replace(/<\/?(bdi|span|code|br)( (lang|class|dir)="[a-z]+")*>/gu, '');

describe('shownText', () => {
  it.each(['<script>alert(1)</script>', '<img src="file:///etc/passwd">', `"'&`])('escapes %s', (text) => {
    expect(withoutMarkup(shownText(text).text)).not.toMatch(/[<>"']/u);
  });

  it('never lets a text open a tag or close an attribute', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const shown of [shownText(text), shownLines(text), shownCode(text), shownLink(text)]) {
          expect(
            withoutMarkup(shown.text).replace(/<a class="external" href="[^"]*">|<\/a>/gu, ''),
          ).not.toMatch(/[<>"']/u);
        }
      }),
    );
  });

  it('shows controls, isolates the text, and names its language', () => {
    expect(shownText('a\u202eb\u0000').text).toBe(
      String.raw`<bdi>a<span class="hidden">\u{202e}</span>b<span class="hidden">\u{0}</span></bdi>`,
    );
    expect(shownText('文件').text).toBe('<bdi lang="zh">文件</bdi>');
    expect(shownText('ファイル一覧').text).toBe('<bdi lang="ja">ファイル一覧</bdi>');
    expect(shownText('파일').text).toBe('<bdi lang="ko">파일</bdi>');
    expect(shownText('ملف').text).toBe('<bdi lang="ar">ملف</bdi>');
    expect(shownText('plain').text).toBe('plain');
  });

  it.each(['\u2800', '\u3164', '\u200b', '\u202e', '\ufe0f', '\u{e0041}', '\u200d', '\u0378'])(
    'shows %j as the command line does',
    (hidden) => {
      const shown = escapeHidden(`pay${hidden}ments`);
      const shownHtml = shown.replace(/\\u\{\w+\}/, '<span class="hidden">$&</span>');
      expect(shown).not.toContain(hidden);
      expect(shownText(`pay${hidden}ments`).text).toBe(`<bdi>${shownHtml}</bdi>`);
      expect(shownCode(`pay${hidden}ments`).text).toBe(`<code dir="ltr">${shownHtml}</code>`);
      expect(shownLines(`pay${hidden}ments`).text).toBe(`<bdi>${shownHtml}</bdi>`);
      expect(plainText(`pay${hidden}ments`)).toBe(shown);
    },
  );

  it('keeps the joiners that scripts and emoji need, and drops marks that are stacked over other lines', () => {
    expect(shownText('👩\u200d💻').text).toBe('<bdi>👩\u200d💻</bdi>');
    expect(shownText(`a${'\u0301'.repeat(100)}`).text).toBe(`<bdi>a${'\u0301'.repeat(6)}</bdi>`);
  });

  it('cuts ten megabytes with a note, and never half a character', () => {
    const { text } = shownText('x'.repeat(10_000_000), 100);
    expect(text).toBe(
      `${'x'.repeat(100)} <span class="cut">[cut: the first 100 of 10,000,000 characters]</span>`,
    );
    expect(shownText('💻'.repeat(100), 101).text).toContain(`<bdi>${'💻'.repeat(50)}</bdi>`);
    expect(shownText('\ud83d').text).toBe(String.raw`<bdi><span class="hidden">\u{d83d}</span></bdi>`);
  });
});

describe('shownLines', () => {
  it('keeps line breaks, and sets what is between backticks as code', () => {
    expect(shownLines('one `<b>`\r\ntwo `').text).toBe('one <code>&lt;b&gt;</code><br>two `');
  });
});

describe('shownLink', () => {
  it('shows an address in full as it is requested', () => {
    expect(shownLink('https://example.com/a?b=1&c').text).toBe(
      '<a class="external" href="https://example.com/a?b=1&amp;c">https://example.com/a?b=1&amp;c</a>',
    );
    expect(shownLink('https://exämple.com').text).toContain('>https://xn--exmple-cua.com/<');
  });

  it.each([
    'http://example.com',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:text/html,x',
    'https://user:secret@example.com/',
    'no address',
  ])('does not link %s', (address) => {
    expect(shownLink(address).text).not.toContain('<a');
  });
});

describe('cssString', () => {
  it('contains only letters, digits and escapes, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(cssString(text)).toMatch(/^"([A-Za-z0-9]|\\[0-9a-f]{1,6} )*"$/u);
      }),
    );
  });

  it('isolates the text, and escapes hidden characters', () => {
    expect(cssString('a\u202e"')).toBe(String.raw`"\2068 a\5c u\7b 202e\7d \22 \2069 "`);
  });
});

describe('plainText', () => {
  it('is one bounded line', () => {
    expect(plainText('a\nb')).toBe(String.raw`a\u{a}b`);
    expect(plainText('x'.repeat(1000), 10)).toBe('xxxxxxxxx…');
  });
});
