import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { linksIn } from '../../../../test/support/links.js';
import { unlinkedName } from '../../platform/mail/unlinked-name.js';

describe('a name in a mail', () => {
  it.each([
    ['Acme Inc.', 'Acme Inc.'],
    ['Müller & Söhne', 'Müller & Söhne'],
    ['Mærsk A/S: shipping', 'Mærsk A/S: shipping'],
    ['Studio 54, since 2024', 'Studio 54, since 2024'],
    ['東京株式会社', '東京株式会社'],
    ['team-825f74c8-9f76-4283-974e', 'team-825f74c8-9f76-4283-974e'],
  ])('stays %s', (name, shown) => {
    expect(unlinkedName(name)).toBe(shown);
  });

  it.each([
    ['acme.com', 'acme[.]com'],
    ['www.acme.com/login?a=b#c', 'www[.]acme[.]com/login?a=b#c'],
    ['https://acme.com', 'https[:][/][/]acme[.]com'],
    ['//acme', '[/][/]acme'],
    ['alice@acme.com', 'alice[@]acme[.]com'],
    ['mailto:alice', 'mailto[:]alice'],
    ['tel:110', 'tel[:]110'],
    ['\\\\server\\share', '[\\][\\]server\\share'],
    ['acme．com', 'acme[.]com'],
    ['acme。com', 'acme[。]com'],
    ['acme｡com', 'acme[。]com'],
    ['acme․com', 'acme[.]com'],
    ['alice＠acme﹒com', 'alice[@]acme[.]com'],
    ['ｈttp：／／acme', 'ｈttp[:][/][/]acme'],
    ['1.1.1.1:80', '1[.]1[.]1[.]1[:]80'],
    ['call +1 (888) 555-0100 now', 'call +[number] now'],
    ['x1-888-555-0100-y', 'x1-[number]-y'],
    ['call １８８８ ５５５ ０１００', 'call [number]'],
    ['call ٠١٢٣ ٤٥٦٧', 'call [number]'],
    ['a\u200bcme\u00ad.\u2060com', 'a cme . com'],
    ['Acme” is fine. “Call', "Acme' is fine. 'Call"],
    ['a\r\nb\tc\u202ed\u0000', 'a b c d'],
  ])('has no link for %j', (name, shown) => {
    expect(unlinkedName(name)).toBe(shown);
  });

  it('is cut after a hundred characters, never within a surrogate pair', () => {
    expect(unlinkedName('x'.repeat(100))).toBe('x'.repeat(100));
    expect(unlinkedName(`${'x'.repeat(99)}😀😀`)).toBe(`${'x'.repeat(99)}…`);
  });

  it('has nothing that a mail program could turn into a link', () => {
    const parts = fc.constantFrom(
      ...[
        '.',
        '。',
        '．',
        '｡',
        '․',
        '﹒',
        '：',
        ':',
        '/',
        '//',
        '\\',
        '\\\\',
        '@',
        '＠',
        '﹫',
        '[',
        ']',
        ' ',
        '-',
        '+',
      ],
      ...[
        'com',
        'http',
        'mailto',
        'www',
        'acme',
        'a',
        'é',
        '日',
        '7',
        '1234567',
        '٣',
        '３',
        '²',
        '⒈',
        '…',
        '\u200b',
      ],
    );
    const names = fc.oneof(
      fc.array(parts, { maxLength: 40 }).map((some) => some.join('')),
      fc.string({ unit: 'binary', maxLength: 150 }),
    );
    fc.assert(
      fc.property(names, (name) => {
        const shown = unlinkedName(name);
        expect(linksIn(`Join “${shown}” now`)).toEqual([]);
        expect(linksIn(`Join ${shown}`)).toEqual([]);
        expect(shown).not.toMatch(/[\p{C}“”"]|\s\s/u);
      }),
      { numRuns: 1000 },
    );
  });
});
