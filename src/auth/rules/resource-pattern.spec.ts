import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ResourcePattern } from './resource-pattern.js';

const parsed = (text: string): ResourcePattern => {
  const pattern = ResourcePattern.parse(text);
  if (pattern === undefined) throw new Error(`not a pattern: ${text}`);
  return pattern;
};

const matches = (pattern: string, resource: string): boolean => parsed(pattern).matches(resource);
const covers = (pattern: string, other: string): boolean => parsed(pattern).covers(parsed(other));

/** The same rules as a regular expression: `*` is any text without a slash, a trailing `/` leaves the end open. */
function matcherOf(pattern: string): RegExp {
  const literal = (text: string): string => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  const body = pattern.split('*').map(literal).join('[^/]*');
  return new RegExp(`^${body}${pattern.endsWith('/') ? '' : '$'}`, 's');
}

const textOver = (letters: readonly string[], minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...letters), minLength, maxLength });

// Few letters and short texts, so that patterns match often.
const anyPattern = textOver(['a', 'b', '/', '*', '*'], 1, 8);
const anyResource = textOver(['a', 'b', '/', '*'], 0, 9);

/** Resources that a pattern matches: its wildcards replaced, and a suffix after a prefix pattern. */
const resourceOf = (pattern: string): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.array(textOver(['a', 'b'], 0, 3), { minLength: 8, maxLength: 8 }),
      textOver(['a', 'b', '/'], 0, 4),
    )
    .map(([fillings, rest]) => {
      const filled = Array.from(pattern, (char, i) => (char === '*' ? (fillings[i] ?? '') : char)).join('');
      return filled + (pattern.endsWith('/') ? rest : '');
    });

/** Patterns similar to another one: letters become wildcards, and the end may be cut off after a slash. */
const widened = (pattern: string): fc.Arbitrary<string> =>
  fc
    .tuple(fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }), fc.nat(8), fc.boolean())
    .map(([starred, length, cut]) => {
      const text = Array.from(pattern, (char, i) => (char !== '/' && starred[i] === true ? '*' : char)).join(
        '',
      );
      const slash = text.lastIndexOf('/', length);
      return cut && slash >= 0 ? text.slice(0, slash + 1) : text;
    });

const patternPair = fc.oneof(
  fc.tuple(anyPattern, anyPattern),
  anyPattern.chain((narrow) => fc.tuple(widened(narrow), fc.constant(narrow))),
);

describe('ResourcePattern.parse', () => {
  it.each([
    ['nothing', ''],
    ['a space', 'org/acme corp/'],
    ['a line break at the end', 'org/acme/\n'],
    ['a control character', 'org/\u0000/'],
    ['letters beyond ASCII', 'org/äcme/'],
    ['more than 256 characters', 'a'.repeat(257)],
    ['a number', 7],
    ['null', null],
    ['an array', ['org/']],
  ])('refuses %s', (_what, text) => {
    expect(ResourcePattern.parse(text)).toBeUndefined();
  });

  it('takes 256 characters', () => {
    expect(ResourcePattern.parse('a'.repeat(256))?.text).toHaveLength(256);
  });
});

describe('rule 1: a pattern ending in / is a prefix pattern', () => {
  it.each([
    ['org/acme/', 'org/acme/mcp/files'],
    ['org/acme/', 'org/acme/catalog'],
    ['org/acme/', 'org/acme/artifact/sha256:00/bundle'],
    ['org/acme/', 'org/acme/'],
    ['org/', 'org/acme/mcp/files'],
    ['org/', 'org/beta/catalog'],
  ])('%s matches %s', (pattern, resource) => {
    expect(matches(pattern, resource)).toBe(true);
  });

  it.each([
    ['org/acme/', 'org/acme'],
    ['org/acme/', 'org/acme-labs/mcp/files'],
    ['org/acme/', 'org/Acme/mcp/files'],
    ['org/acme/', 'catalog'],
    ['org/acme/', 'x/org/acme/mcp/files'],
    ['org/', 'catalog'],
    ['org/', 'org'],
  ])('%s does not match %s', (pattern, resource) => {
    expect(matches(pattern, resource)).toBe(false);
  });
});

describe('rule 2: a pattern without * and without trailing / is exact', () => {
  it.each([
    ['catalog', 'catalog', true],
    ['catalog', 'org/acme/catalog', false],
    ['catalog', 'catalog/', false],
    ['org/acme/catalog', 'org/acme/catalog', true],
    ['org/acme/catalog', 'org/beta/catalog', false],
    ['org/acme/catalog', 'catalog', false],
    ['org/acme/mcp/files', 'org/acme/mcp/files2', false],
    ['org/acme/mcp/files', 'org/acme/mcp/files/x', false],
    ['org/acme/mcp/f.les', 'org/acme/mcp/files', false],
  ])('%s on %s: %s', (pattern, resource, expected) => {
    expect(matches(pattern, resource)).toBe(expected);
  });
});

describe('rule 3: a pattern containing * is a glob, whose * stays within one path segment', () => {
  it.each([
    ['org/*/mcp/*', 'org/acme/mcp/files', true],
    ['org/*/mcp/*', 'org/beta/mcp/x', true],
    ['org/*/mcp/*', 'org/acme/catalog', false],
    ['org/*/mcp/*', 'org/acme/mcp/files/more', false],
    ['org/*/mcp/*', 'org/acme/labs/mcp/files', false],
    ['org/*/mcp/*', 'org/acme/artifact/sha256:00/bundle', false],
    ['*', 'catalog', true],
    ['*', 'org/acme/catalog', false],
    ['org/acme/mcp/f*s', 'org/acme/mcp/files', true],
    ['org/acme/mcp/f*s', 'org/acme/mcp/fs', true],
    ['org/acme/mcp/f*s', 'org/acme/mcp/f', false],
    ['org/acme/mcp/ab*ba', 'org/acme/mcp/aba', false],
    ['org/acme/mcp/*-*-server', 'org/acme/mcp/a-b-server', true],
    ['org/acme/mcp/*-*-server', 'org/acme/mcp/a-server', false],
    ['org/acme/artifact/*/bundle', 'org/acme/artifact/sha256:00/bundle', true],
    ['org/acme/artifact/*/bundle', 'org/acme/artifact/sha256:00/manifest', false],
    ['org/*/', 'org/acme/mcp/files', true],
    ['org/*/', 'org/acme', false],
    ['org/*/mcp/', 'org/acme/mcp/files', true],
    ['org/*/mcp/', 'org/acme/catalog', false],
    ['org/acme*/', 'org/acme-labs/catalog', true],
    ['org/acme*/', 'org/beta/catalog', false],
  ])('%s on %s: %s', (pattern, resource, expected) => {
    expect(matches(pattern, resource)).toBe(expected);
  });
});

describe('ResourcePattern.matches', () => {
  it('agrees with the rules as regular expressions', () => {
    const related = anyPattern.chain((pattern) => fc.tuple(fc.constant(pattern), resourceOf(pattern)));
    const seen = { hits: 0, misses: 0 };
    fc.assert(
      fc.property(fc.oneof(related, fc.tuple(anyPattern, anyResource)), ([pattern, resource]) => {
        const expected = matcherOf(pattern).test(resource);
        seen[expected ? 'hits' : 'misses'] += 1;
        expect(matches(pattern, resource)).toBe(expected);
      }),
      { numRuns: 5000 },
    );
    // Otherwise the comparison proves nothing.
    expect(Math.min(seen.hits, seen.misses)).toBeGreaterThan(500);
  });

  it('takes regular expression syntax literally', () => {
    fc.assert(
      fc.property(textOver(['.', '+', '?', '(', '[', '\\', '^', '$', '|', 'a'], 1, 6), (text) => {
        expect(matches(text, text)).toBe(true);
        expect(matches(text, `${text}a`)).toBe(false);
        expect(matches(`*${text}`, `b${text}`)).toBe(true);
      }),
    );
  });

  it.each([
    ['a*', 'a'],
    ['*a', 'a'],
    ['*', 'a'],
    ['**a', 'a'],
    ['a*b*', 'ab'],
    ['*/', 'a/'],
  ])('stays fast with %s against long resources', (piece, unit) => {
    const pattern = parsed(piece.repeat(256 / piece.length));
    const startedAt = performance.now();
    for (const length of [500, 16_384]) {
      const resource = unit.repeat(length / unit.length);
      pattern.matches(resource);
      pattern.matches(`${resource}!`);
      pattern.matches(`!${resource}`);
      pattern.covers(pattern);
    }
    // A backtracking matcher would need exponential time.
    expect(performance.now() - startedAt).toBeLessThan(1000);
  });

  it.each([
    ['a'.repeat(128), true],
    ['a'.repeat(500), true],
    ['a'.repeat(127), false],
    [`${'a'.repeat(499)}!`, true],
    [`!${'a'.repeat(499)}`, false],
  ])('matches a* 128 times against %s correctly', (resource, expected) => {
    expect(matches('a*'.repeat(128), resource)).toBe(expected);
  });
});

describe('ResourcePattern.covers', () => {
  it.each([
    ['catalog', 'catalog'],
    ['org/', 'org/acme/'],
    ['org/', 'org/*/mcp/*'],
    ['org/acme/', 'org/acme/'],
    ['org/acme/', 'org/acme/mcp/files'],
    ['org/acme/', 'org/acme/mcp/*'],
    ['org/acme/', 'org/acme/*/'],
    ['org/*/', 'org/acme/'],
    ['org/*/', 'org/a*e/mcp/'],
    ['org/*/mcp/*', 'org/acme/mcp/*'],
    ['org/*/mcp/*', 'org/*/mcp/files'],
    ['*', '**'],
    ['**', '*'],
    ['*a*', 'ba*'],
  ])('%s covers %s', (pattern, other) => {
    expect(covers(pattern, other)).toBe(true);
  });

  it.each([
    ['catalog', '*'],
    ['catalog', 'org/acme/catalog'],
    ['org/acme/', 'org/'],
    ['org/acme/', 'org/*/'],
    ['org/acme/', 'org/acme*/'],
    ['org/acme/', 'org/acme'],
    ['org/acme/', 'org/*/mcp/files'],
    ['org/acme/mcp/*', 'org/acme/'],
    ['org/acme/mcp/*', 'org/acme/mcp/'],
    ['org/*/mcp/*', 'org/acme/*/files'],
    ['org/*/', 'org/'],
    ['a*a', 'a'],
    ['a*', '*'],
    ['a*b', 'a*'],
  ])('%s does not cover %s', (pattern, other) => {
    expect(covers(pattern, other)).toBe(false);
  });

  it('is sound: if a covers b and b matches r, then a matches r', () => {
    let hits = 0;
    const cases = patternPair.chain(([a, b]) =>
      fc.tuple(fc.constant(a), fc.constant(b), fc.oneof(resourceOf(b), anyResource)),
    );
    fc.assert(
      fc.property(cases, ([a, b, resource]) => {
        if (!covers(a, b) || !matches(b, resource)) return;
        hits += 1;
        expect(matches(a, resource)).toBe(true);
      }),
      { numRuns: 5000 },
    );
    expect(hits).toBeGreaterThan(500);
  });

  it('is complete: if a does not cover b, some resource matches b and not a', () => {
    fc.assert(
      fc.property(patternPair, ([a, b]) => {
        if (covers(a, b)) return;
        // A letter that does not occur in a is matched by wildcards only; the second text has more segments than a.
        const plain = b.replaceAll('*', 'z');
        const witnesses = b.endsWith('/') ? [plain, `${plain}${'z/'.repeat(9)}z`] : [plain];
        expect(witnesses.every((resource) => matches(a, resource))).toBe(false);
      }),
      { numRuns: 5000 },
    );
  });

  it('is reflexive', () => {
    fc.assert(
      fc.property(anyPattern, (pattern) => {
        expect(covers(pattern, pattern)).toBe(true);
      }),
    );
  });
});
