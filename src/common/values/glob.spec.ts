import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Glob } from './glob.js';

/** A glob as a regular expression. */
const meaningOf = (glob: string): RegExp =>
  new RegExp(
    `^${glob
      .split('*')
      .map((piece) => piece.replace(/[^a-z0-9]/g, '\\$&'))
      .join('.*')}$`,
    's',
  );

describe('Glob', () => {
  it.each([
    ['acme/files', 'acme/files', true],
    ['acme/files', 'acme/files2', false],
    ['acme/*', 'acme/', true],
    ['acme/*', 'acme/files', true],
    ['acme/*', 'acme', false],
    ['*', '', true],
    ['*', 'acme/files', true],
    ['*/files', 'acme/files', true],
    ['a*a', 'a', false],
    ['a*a', 'aa', true],
    ['*a*b*', 'xaxbx', true],
    ['*b*a*', 'xaxbx', false],
    ['', '', true],
    ['', 'a', false],
  ])('%s on "%s": %s', (glob, text, fits) => {
    expect(new Glob(glob).fits(text)).toBe(fits);
  });

  it('is equivalent to the regular expression with .* for each *', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '/', '.', '*'), maxLength: 8 });
    fc.assert(
      fc.property(text, text, (glob, candidate) => {
        expect(new Glob(glob).fits(candidate)).toBe(meaningOf(glob).test(candidate));
      }),
    );
  });

  it('matches a part of a text if given its bounds', () => {
    expect(new Glob('b*d').fits('abcde', 1, 4)).toBe(true);
    expect(new Glob('b*e').fits('abcde', 1, 4)).toBe(false);
  });
});
