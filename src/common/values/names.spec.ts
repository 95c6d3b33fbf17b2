import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isOrganizationSlug, isPackageName, nameKey, ORGANIZATION_RULE, PACKAGE_RULE } from './names.js';

describe.each([
  ['isOrganizationSlug', isOrganizationSlug, 39, ORGANIZATION_RULE],
  ['isPackageName', isPackageName, 100, PACKAGE_RULE],
] as const)('%s', (_name, isName, max, rule) => {
  it.each([
    ['nothing', ''],
    ['a leading -', '-acme'],
    ['a leading _', '_acme'],
    ['a dot', 'acme.corp'],
    ['a slash', 'acme/files'],
    ['a space', 'acme corp'],
    ['a line break at the end', 'acme\n'],
    ['a wildcard', 'acme*'],
    ['NUL', 'ac\u0000me'],
    ['percent-encoding', 'ac%6De'],
    ['letters beyond ASCII', 'äcme'],
    ['a letter that only looks like k', '\u212A8s'],
    ['digits beyond ASCII', '٣acme'],
    ['path navigation', '..'],
    ['a number', 42],
    ['null', null],
    ['undefined', undefined],
    ['a list', ['acme']],
  ])('refuses %s', (_what, text) => {
    expect(isName(text)).toBe(false);
  });

  it.each(['a', '0', 'acme', 'ACME', 'a-b_c', '9lives', 'a-', 'a_', 'A--__'])('takes %s', (text) => {
    expect(isName(text)).toBe(true);
  });

  it('accepts up to the maximum length in its rule', () => {
    expect(isName('a'.repeat(max))).toBe(true);
    expect(isName('a'.repeat(max + 1))).toBe(false);
    expect(rule).toContain(`1 to ${max} `);
  });

  it('accepts exactly the documented form', () => {
    const near = fc.string({ unit: fc.constantFrom('a', 'Z', '5', '-', '_', '.', '/', 'é'), maxLength: 6 });
    fc.assert(
      fc.property(near, (text) => {
        expect(isName(text)).toBe(/^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(text));
      }),
      { numRuns: 500 },
    );
  });
});

describe('nameKey', () => {
  it('is the same for every spelling of a name, and differs for another name', () => {
    const name = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,5}$/);
    fc.assert(
      fc.property(name, name, (a, b) => {
        expect(nameKey(a.toUpperCase())).toBe(nameKey(a.toLowerCase()));
        expect(nameKey(a) === nameKey(b)).toBe(a.toUpperCase() === b.toUpperCase());
      }),
    );
  });
});
