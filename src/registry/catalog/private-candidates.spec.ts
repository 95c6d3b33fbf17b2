import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ResourcePattern } from '../../auth/rules/resource-pattern.js';
import { packageResource } from '../resources.js';
import { selects, type PrivateCandidates } from './catalog-order.js';
import { privateCandidates } from './private-candidates.js';

const candidatesOf = (...lists: readonly (readonly string[])[]): PrivateCandidates | undefined =>
  privateCandidates(lists.map((texts) => ResourcePattern.parseAll(texts)));

/** As `acme/*` for organizations and `acme/files` for packages. */
const shown = (candidates: PrivateCandidates | undefined): string[] | undefined =>
  candidates && [
    ...candidates.orgs.map((org) => `${org}/*`),
    ...candidates.packages.map(({ orgKey, nameKey }) => `${orgKey}/${nameKey}`),
  ];

describe('the private packages that a pattern may match', () => {
  it.each<[string, string[] | undefined]>([
    ['catalog', []],
    ['org/acme/catalog', []],
    ['org/acme/artifact/*/bundle', []],
    ['org/acme/artifact/', []],
    ['org/acme/mcp', []],
    ['org/acme', []],
    ['acme/', []],
    ['/', []],
    ['org/acme/mcp/files/', []],
    ['org/acme/mcp/files/more', []],
    ['org/acme/mcp/files', ['acme/files']],
    ['org/Acme/mcp/Files', ['acme/files']],
    ['org/acme/*/files', ['acme/files']],
    ['o*/acme/m*p/files', ['acme/files']],
    ['org/acme/mcp/f*', ['acme/*']],
    ['org/acme/mcp/*', ['acme/*']],
    ['org/acme/mcp/', ['acme/*']],
    ['org/acme/m*/', ['acme/*']],
    ['org/Acme/', ['acme/*']],
    ['org/', undefined],
    ['*/', undefined],
    ['org/*/', undefined],
    ['org/ac*/mcp/files', undefined],
    ['*/*/*/*', undefined],
  ])('%s: %j', (text, expected) => {
    expect(shown(candidatesOf([text]))).toEqual(expected);
  });
});

describe('the private packages that lists of patterns may match', () => {
  it.each<[string, readonly (readonly string[])[], string[] | undefined]>([
    ['no list: none', [], []],
    ['an empty list: none', [[]], []],
    ['an empty list and one of everything: none', [[], ['org/']], []],
    ['two lists of everything: any', [['org/'], ['org/*/', 'catalog']], undefined],
    [
      'a package and its organization: the package',
      [['org/acme/mcp/a'], ['catalog', 'org/acme/']],
      ['acme/a'],
    ],
    [
      'an organization and one package of it: the package',
      [['catalog', 'org/acme/'], ['org/acme/mcp/a']],
      ['acme/a'],
    ],
    ['the same package: once', [['org/acme/mcp/a'], ['org/acme/mcp/a', 'org/acme/mcp/b']], ['acme/a']],
    ['a package and everything: the package', [['org/acme/mcp/a'], ['org/']], ['acme/a']],
    ['two packages: none', [['org/acme/mcp/a'], ['org/acme/mcp/b']], []],
    ['packages of one name in two organizations: none', [['org/acme/mcp/a'], ['org/other/mcp/a']], []],
    ['two organizations: none', [['org/acme/'], ['org/other/']], []],
    [
      'an organization and a package of it in one list: the organization',
      [['org/a/', 'org/a/mcp/b']],
      ['a/*'],
    ],
    ['an organization twice: once', [['org/a/', 'org/a/mcp/'], ['org/a/']], ['a/*']],
    [
      'three lists',
      [
        ['org/a/', 'org/b/mcp/x'],
        ['org/a/mcp/y', 'org/b/'],
        ['org/a/mcp/y', 'org/b/mcp/x', 'org/c/'],
      ],
      ['a/y', 'b/x'],
    ],
  ])('%s', (_what, lists, expected) => {
    const candidates = shown(candidatesOf(...lists));
    expect(candidates && [...candidates].sort()).toEqual(expected);
  });

  it('include every package that all lists grant, and nothing else for a list of single packages', () => {
    const word = fc.constantFrom('a', 'B', 'b', 'a*', '*');
    const pattern = fc.oneof(
      fc.constantFrom(
        'catalog',
        'org/',
        '*/',
        'org/a/',
        'org/b/mcp/',
        'org/a/catalog',
        'org/*/',
        'org/a/*/b',
      ),
      fc.tuple(word, word).map(([org, name]) => `org/${org}/mcp/${name}`),
    );
    const lists = fc.array(fc.array(pattern, { maxLength: 4 }), { minLength: 1, maxLength: 3 });
    const ALL = ['a', 'b', 'ab', 'B'].flatMap((org) => ['a', 'b', 'B', 'ba'].map((name) => ({ org, name })));
    fc.assert(
      fc.property(lists, (texts) => {
        const grants = texts.map((list) => ResourcePattern.parseAll(list));
        const candidates = privateCandidates(grants);
        const isExact = texts.every((list) => list.every((text) => /^[^*]*[^/*]$/.test(text)));
        for (const one of ALL) {
          const isGranted = grants.every((list) => list.some((each) => each.matches(packageResource(one))));
          const position = { orgKey: one.org.toLowerCase(), nameKey: one.name.toLowerCase() };
          const isCandidate = selects({ org: undefined, candidates }, { ...position, isPublic: false });
          if (isGranted) expect(isCandidate).toBe(true);
          if (isExact && isCandidate) {
            const key = `org/${position.orgKey}/mcp/${position.nameKey}`;
            for (const list of texts) expect(list.map((text) => text.toLowerCase())).toContain(key);
          }
        }
      }),
    );
  });
});
