import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../../support/api-client.js';
import { aVersion, packagePath } from '../../support/builders.js';
import { expectRefused } from '../../support/refusals.js';
import { insertVersions } from '../../support/stored-versions.js';
import { useTestApp } from '../../support/suite.js';
import { visitedRows } from '../../support/visited-rows.js';

const FEW = 'cost/few';
const MANY = 'cost/many';
const MORE_VERSIONS = 11_000;

let admin: ApiClient;
let reader: ApiClient;
const t = await useTestApp();
beforeAll(async () => {
  admin = await t.actors.admin();
  reader = await t.actors.bearer({ scopes: ['mcp:resolve'], resources: ['org/cost/'] });
  for (const id of [FEW, MANY]) await aVersion(admin, id, '1.4.0').published();
  await aVersion(admin, MANY, '3.0.0-rc.1').published();
  const higher = Array.from({ length: MORE_VERSIONS }, (_, patch) => `2.${patch % 100}.${patch}`);
  await insertVersions(t, MANY, higher);
  await insertVersions(t, FEW, higher.slice(0, 10));
});

const resolve = (id: string, ref: string) =>
  reader.get(`${packagePath(id)}/resolve?ref=${encodeURIComponent(ref)}`);

const versionOf = async (id: string, ref: string): Promise<unknown> => {
  const { status, body } = await resolve(id, ref);
  return status === 200 ? body.resolved.version : status;
};

describe('resolving a range', () => {
  it.each([
    ['1.x', '1.4.0'],
    ['<2.0.1', '2.0.0'],
    ['2.7.x', `2.7.10907`],
    ['>=1 <2 || 9.x', '1.4.0'],
    ['>=3.0.0-0 <3.0.0', '3.0.0-rc.1'],
    ['*', '2.99.10999'],
    ['>3', 404],
  ])('finds the highest match of %s among eleven thousand versions', async (range, expected) => {
    expect(await versionOf(MANY, range)).toBe(expected);
  });

  it('refuses more than sixteen alternatives, naming ref', async () => {
    const alternatives = (count: number): string =>
      Array.from({ length: count }, (_, index) => `9.${index}`).join('||');
    expectRefused(await resolve(FEW, alternatives(16)), 404);
    expectRefused(await resolve(FEW, alternatives(17)), 400, 'ref');
  });

  it('refuses a range of more than 256 characters, naming ref', async () => {
    expectRefused(await resolve(FEW, `>=1${' '.repeat(253)}<3`), 400, 'ref');
  });

  it('accepts a range of 256 characters', async () => {
    expect(await versionOf(FEW, `>=1${' '.repeat(251)}<2`)).toBe('1.4.0');
  });
});

// The embedded database never gathers statistics; a server does at some point.
describe.each(['without statistics', 'with statistics'])('finding a version, %s', (statistics) => {
  beforeAll(async () => {
    if (statistics === 'with statistics') await t.rows('ANALYZE registry_version');
  });

  it.each([
    ['1.x', 200],
    ['2.3.x', 200],
    ['<2.0.1', 200],
    ['>=2.1 <2.2 || 0.x || 7.x', 200],
    ['9.x', 404],
    ['*', 200],
    ['latest', 200],
  ])('visits a few rows for %s (%d), however many versions there are', async (ref, status) => {
    expect(await visitedRows(t, () => resolve(MANY, ref), status)).toBeLessThan(40);
  });

  it('visits a few rows for the newest version', async () => {
    const newest = (id: string) => admin.get(`${packagePath(id)}/versions/newest`);
    expect((await newest(MANY)).body.version).toBe((await resolve(MANY, 'latest')).body.resolved.version);
    expect(await visitedRows(t, () => newest(MANY))).toBeLessThan(40);
  });
});
