import { describe, expect, it } from '@jest/globals';
import { requestedResource, type ResourceTemplate } from './requested-resource.js';

const CATALOG = { without: 'catalog', parameter: 'org', with: 'org/{org}/catalog' };
const PACKAGE = 'org/{org}/mcp/{name}';
const ARTIFACT = 'org/{org}/artifact/{digest}/evidence/{kind}';

type Parameters = Readonly<Record<string, unknown>>;

const resourceOf = (template: ResourceTemplate, params: Parameters, query: Parameters): string =>
  requestedResource(template, { params, query });

describe('requestedResource', () => {
  it.each([
    [PACKAGE, { org: 'acme', name: 'files' }, {}, 'org/acme/mcp/files'],
    [
      ARTIFACT,
      { org: 'acme', digest: 'sha256:00', kind: 'sbom' },
      {},
      'org/acme/artifact/sha256:00/evidence/sbom',
    ],
    [
      'org/{org}/artifact/{digest}/{kind}',
      { org: 'acme', digest: 'd' },
      { kind: 'bundle' },
      'org/acme/artifact/d/bundle',
    ],
    ['catalog', {}, {}, 'catalog'],
    ['{org}/{org}', { org: 'a' }, {}, 'a/a'],
  ])('of %s is filled from path and query', (template, path, query, resource) => {
    expect(resourceOf(template, path, query)).toBe(resource);
  });

  it('takes a path parameter before a query parameter of the same name', () => {
    const path = { org: 'acme', name: 'files' };
    expect(resourceOf(PACKAGE, path, { org: 'beta', name: 'other' })).toBe('org/acme/mcp/files');
  });

  it.each([
    [{}, 'catalog'],
    [{ q: 'x' }, 'catalog'],
    [{ org: 'acme' }, 'org/acme/catalog'],
  ])('of the catalog with the query %j is %s', (query, resource) => {
    expect(resourceOf(CATALOG, {}, query)).toBe(resource);
  });

  it('does not fall back to the whole catalog when the filter is empty', () => {
    expect(resourceOf(CATALOG, {}, { org: '' })).toBe('org//catalog');
  });

  it.each([
    ['a repeated parameter', ['acme', 'beta']],
    ['an object', { slug: 'acme' }],
    ['a number', 7],
    ['null', null],
  ])('names no organization for %s', (_what, org) => {
    expect(resourceOf(CATALOG, {}, { org })).toBe('org//catalog');
    expect(resourceOf(PACKAGE, { name: 'files' }, { org })).toBe('org//mcp/files');
  });

  it('leaves missing parameters empty, including inherited members', () => {
    expect(resourceOf(PACKAGE, { org: 'acme' }, {})).toBe('org/acme/mcp/');
    expect(resourceOf('org/{constructor}/x', {}, {})).toBe('org//x');
    expect(resourceOf({ ...CATALOG, parameter: 'org' }, {}, Object.create(null) as object as never)).toBe(
      'catalog',
    );
  });

  it('does not expand placeholders in values', () => {
    expect(resourceOf(PACKAGE, { org: '{name}', name: 'files' }, {})).toBe('org/{name}/mcp/files');
    expect(resourceOf(PACKAGE, { org: '$&$1', name: 'files' }, {})).toBe('org/$&$1/mcp/files');
  });
});
