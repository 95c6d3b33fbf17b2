import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { isOrganizationSlug } from '../../../../src/common/values/names.js';
import type { ApiClient } from '../../../support/api-client.js';
import { publish } from '../../../support/builders.js';
import type { HubUserActor } from '../../../support/hub-actors.js';
import { HUB_OPERATIONS, OPERATIONS } from '../../../support/openapi-contract.js';
import { platformAdmin } from '../../../support/platform-admin.js';
import { useHub } from '../../../support/suite.js';

const { t, actors } = await useHub();

const pages = readFileSync('packages/dashboard/src/route-tree.gen.ts', 'utf8').matchAll(
  /fullPath: '([^']*)'/g,
);
const paths = [
  ...[...OPERATIONS, ...HUB_OPERATIONS].map(({ path }) => path),
  ...[...pages].map(([, path = '']) => path),
];
/** The first segments of all addresses that could be names, and what the product calls itself in names and the trail. */
const NAMES = [
  ...new Set(paths.map((path) => path.split('/')[1] ?? '').filter(isOrganizationSlug)),
  ...['scans', 'system', 'operator', 'mcp-hub'],
];

let owner: HubUserActor;
let root: HubUserActor;
let registry: ApiClient;
beforeAll(async () => {
  ({ owner } = await actors.organization());
  root = await platformAdmin(t, actors);
  registry = await t.actors.admin();
});

it('covers both APIs and the pages', () => {
  expect(NAMES).toEqual(expect.arrayContaining(['v1', 'api', 'auth', 'health', 'allow', 'admin', 'orgs']));
});

describe.each(NAMES)('an organization named %s', (name) => {
  it.each([name, name.toUpperCase()])('is refused in the hub with 400, by everybody (%s)', async (slug) => {
    for (const [caller, path] of [
      [owner, '/api/v1/orgs'],
      [root, '/api/v1/admin/orgs'],
    ] as const) {
      const { status, body } = await caller.send('POST', path, { json: { name: 'Reserved', slug } });
      expect([path, status]).toEqual([path, 400]);
      expect(body.message).toMatch(/^slug must be another name/);
    }
  });

  it('is refused in the registry with 400, also for its administrators', async () => {
    const { status, body } = await publish(registry, `${name}/files`, '1.0.0');
    expect([status, body.error?.details?.field]).toEqual([400, 'org']);
  });
});

it('an organization that has such a name already keeps it', async () => {
  const org = await actors.organization();
  await t.rows(`UPDATE organization SET slug = 'docs', slug_key = 'docs' WHERE id = $1`, [org.id]);
  expect((await org.owner.get(`/api/v1/orgs/${org.id}`)).body.slug).toBe('docs');
});
