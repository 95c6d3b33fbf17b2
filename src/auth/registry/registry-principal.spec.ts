import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ApiError } from '../../common/errors/api-error.js';
import { patternsOf } from '../local-users/local-users.repository.js';
import { RegistryPrincipal } from './registry-principal.js';
import { ResourcePattern } from '../rules/resource-pattern.js';
import { SCOPES, SERVICE_PUBLISH_SCOPE, type Scope } from '../rules/scopes.js';

type LocalOwner = Parameters<typeof patternsOf>[0];

const patternsFrom = (texts: readonly string[]): ResourcePattern[] =>
  texts.map((text) => ResourcePattern.parse(text)).filter((pattern) => pattern !== undefined);

/** A principal with the patterns of the credential and, if the owner is a local user, the owner's current patterns. */
const principal = (
  resources: readonly string[],
  owner?: LocalOwner,
  scopes: readonly string[] = SCOPES,
): RegistryPrincipal =>
  new RegistryPrincipal({
    kind: 'api_token',
    subject: 'somebody',
    scopes: new Set(scopes),
    grants: [patternsFrom(resources), ...(owner === undefined ? [] : [patternsOf(owner)])],
  });

const RESOURCES = ['a', 'ab', 'b'].flatMap((org) => [
  'catalog',
  `org/${org}/catalog`,
  ...['a', 'ab', 'b'].flatMap((name) => [
    `org/${org}/mcp/${name}`,
    `org/${org}/artifact/${name}/bundle`,
    `org/${org}/artifact/${name}/evidence/sbom`,
  ]),
]);

const segment = fc.constantFrom('a', 'ab', 'b', '*', 'a*', '*b');
const patternText = fc.oneof(
  fc.constantFrom('catalog', 'org/', 'org/*/', '*/'),
  segment.map((org) => `org/${org}/`),
  segment.map((org) => `org/${org}/catalog`),
  fc.tuple(segment, segment).map(([org, name]) => `org/${org}/mcp/${name}`),
  fc.tuple(segment, segment).map(([org, digest]) => `org/${org}/artifact/${digest}/`),
  fc.tuple(segment, segment).map(([org, word]) => `org/${org}/*/${word}`),
);
const patternTexts = fc.array(patternText, { minLength: 1, maxLength: 6 });
const localOwner: fc.Arbitrary<LocalOwner> = fc.record({
  registryAdmin: fc.boolean(),
  orgs: fc.subarray(['a', 'ab', 'b']),
});
const scopes = fc.subarray([...SCOPES, SERVICE_PUBLISH_SCOPE]);

/** The requested authority of a token, limited to what its creator has. */
const granted = (creator: RegistryPrincipal, wishes: readonly string[]): string[] =>
  wishes.filter((text) => patternsFrom([text]).some((pattern) => creator.covers(pattern)));

const grantedScopes = (creator: RegistryPrincipal, wishes: readonly string[]): string[] =>
  wishes.filter((scope) => creator.scopes.has(scope));

const reachedBy = (token: RegistryPrincipal): string[] =>
  RESOURCES.filter((resource) => token.reaches(resource));

describe('a token never exceeds its creator', () => {
  it('never grants more than its creator has, now or after the owner has lost authority', () => {
    let hits = 0;
    fc.assert(
      fc.property(
        fc.tuple(patternTexts, patternTexts, patternTexts),
        fc.option(fc.tuple(localOwner, localOwner), { nil: [undefined, undefined] as const }),
        ([parentTexts, childWishes, grandchildWishes], [then, later]) => {
          const childTexts = granted(principal(parentTexts, then), childWishes);
          const grandchildTexts = granted(principal(childTexts, then), grandchildWishes);
          for (const owner of [then, later]) {
            const line = [parentTexts, childTexts, grandchildTexts].map((texts) => principal(texts, owner));
            const [parent = [], child = [], grandchild = []] = line.map(reachedBy);
            hits += child.length;
            expect(child.filter((resource) => !parent.includes(resource))).toEqual([]);
            expect(grandchild.filter((resource) => !child.includes(resource))).toEqual([]);
          }
        },
      ),
      { numRuns: 1000 },
    );
    expect(hits).toBeGreaterThan(1000);
  });

  it('never grants more than its owner has now', () => {
    let lost = 0;
    fc.assert(
      fc.property(patternTexts, localOwner, fc.subarray(['a', 'ab', 'b']), (wishes, then, kept) => {
        const later = { registryAdmin: false, orgs: kept.filter((org) => then.orgs.includes(org)) };
        const texts = granted(principal(['catalog', 'org/'], then), wishes);
        const owner = reachedBy(principal(['catalog', 'org/'], later));
        const now = reachedBy(principal(texts, later));
        lost += reachedBy(principal(texts, then)).length - now.length;
        expect(now.filter((resource) => !owner.includes(resource))).toEqual([]);
      }),
      { numRuns: 1000 },
    );
    expect(lost).toBeGreaterThan(100);
  });

  it('has no scope on any resource that its creator lacks there, the service scope included', () => {
    let hits = 0;
    fc.assert(
      fc.property(
        fc.tuple(patternTexts, patternTexts),
        fc.tuple(scopes, scopes),
        localOwner,
        ([parentTexts, childWishes], [parentScopes, scopeWishes], owner) => {
          const parent = principal(parentTexts, owner, parentScopes);
          const child = principal(granted(parent, childWishes), owner, grantedScopes(parent, scopeWishes));
          const allowed = (token: RegistryPrincipal): string[] =>
            SCOPES.flatMap((scope) =>
              RESOURCES.filter((resource) => token.can(scope, resource)).map(
                (resource) => `${scope} ${resource}`,
              ),
            );
          const parents = new Set(allowed(parent));
          const children = allowed(child);
          hits += children.length;
          expect(children.filter((right) => !parents.has(right))).toEqual([]);
        },
      ),
      { numRuns: 500 },
    );
    expect(hits).toBeGreaterThan(500);
  });

  it('covers only what it grants', () => {
    fc.assert(
      fc.property(patternTexts, localOwner, patternText, (texts, owner, text) => {
        const holder = principal(texts, owner);
        const [pattern] = patternsFrom([text]);
        if (pattern === undefined || !holder.covers(pattern)) return;
        const promised = RESOURCES.filter((resource) => pattern.matches(resource));
        expect(promised.filter((resource) => !holder.reaches(resource))).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('RegistryPrincipal', () => {
  const refusalOf = (caller: RegistryPrincipal, scope: Scope, resource: string): ApiError => {
    try {
      caller.require(scope, resource);
    } catch (error) {
      if (error instanceof ApiError) return error;
    }
    throw new Error('nothing was refused');
  };

  it.each([
    ['a pattern of the token only', ['org/a/'], { registryAdmin: false, orgs: ['b'] }],
    ['a pattern of the owner only', ['org/b/'], { registryAdmin: false, orgs: ['a'] }],
    ['no pattern of its own', [], { registryAdmin: true, orgs: [] }],
    ['an owner who has left', ['org/a/'], { registryAdmin: false, orgs: [] }],
  ])('grants nothing with %s', (_what, texts, owner) => {
    expect(principal(texts, owner).reaches('org/a/mcp/files')).toBe(false);
  });

  it('grants a resource that matches a pattern of the token and one of the owner', () => {
    const holder = principal(['org/a/mcp/*'], { registryAdmin: false, orgs: ['a'] });
    expect(holder.reaches('org/a/mcp/files')).toBe(true);
  });

  it('grants nothing without pattern lists', () => {
    const bare = new RegistryPrincipal({ kind: 'user', subject: 'x', scopes: new Set(SCOPES), grants: [] });
    expect(RESOURCES.filter((resource) => bare.reaches(resource))).toEqual([]);
    expect(patternsFrom(['catalog', 'org/']).filter((pattern) => bare.covers(pattern))).toEqual([]);
  });

  it('answers 401 to anonymous callers and 403 to callers without the scope or the resource', () => {
    expect(refusalOf(RegistryPrincipal.ANONYMOUS, 'mcp:resolve', 'org/a/mcp/files')).toMatchObject({
      kind: 'unauthorized',
      message: 'sign in first',
    });
    const reader = principal(['org/a/'], undefined, ['mcp:resolve']);
    expect(refusalOf(reader, 'mcp:publish', 'org/a/mcp/files')).toMatchObject({
      kind: 'forbidden',
      message: 'not authorized',
    });
    expect(refusalOf(reader, 'mcp:resolve', 'org/b/mcp/files')).toMatchObject({
      kind: 'forbidden',
      message: 'not authorized',
    });
    expect(() => {
      reader.require('mcp:resolve', 'org/a/mcp/files');
    }).not.toThrow();
  });

  it('allows admin:publish to publish on every resource, and nothing else', () => {
    const service = principal([], undefined, [SERVICE_PUBLISH_SCOPE]);
    const allowed = SCOPES.filter((scope) => service.can(scope, 'org/a/mcp/files'));
    expect(allowed).toEqual(['mcp:publish']);
    expect(service.reaches('org/a/mcp/files')).toBe(false);
  });
});
