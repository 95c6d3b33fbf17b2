import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { beforeAll, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { format } from 'oxfmt';
import { currentOrigin } from '../../src/common/http/request-origin.js';
import { McpAccesses } from '../../src/hub/catalog/mcps/mcp-accesses.service.js';
import { ServiceTokenUses } from '../../src/hub/accounts/service-tokens/service-token-uses.service.js';
import type { ApiClient, Method } from '../support/api-client.js';
import { HubActors } from '../support/hub-actors.js';
import { makeHubObjects, type HubObjects } from '../support/hub-objects.js';
import { HUB_OPERATIONS, type Operation } from '../support/openapi-contract.js';
import { useHub } from '../support/suite.js';
import { BODIES, pathTo } from './hub-operations.js';

const FILE = 'test/architecture/hub-statements.md';
const ABOUT = `# SQL statements of the hub's operations

The number of database statements of a successful request, including the one that reads the caller and their permissions.
The start and end of a transaction count too. \`test/architecture/hub-statements.test.ts\` compares this table with the
executed statements; run it with \`TEST_WRITE=statements\` to rewrite the table.

| operation | statements |
| --- | ---: |
`;

let org: Awaited<ReturnType<HubActors['organization']>>;
let platform: ApiClient;
let service: ApiClient;
const { t, actors } = await useHub();
beforeAll(async () => {
  org = await actors.organization();
  org = { ...org, owner: actors.lasting(org.owner) };
  const administrator = await actors.user();
  await t.rows(`UPDATE hub_user SET role = 'PLATFORM_ADMIN' WHERE id = $1`, [administrator.id]);
  platform = actors.lasting(administrator);
  service = await actors.serviceToken(org.id, [`ci:org:${org.id}`, 'grc:read']);
});

const callerOf = ({ access }: Operation): ApiClient =>
  access['kind'] === 'platform_admin' ? platform : access['kind'] === 'service_token' ? service : org.owner;

const call = async (
  operation: Operation,
  target: HubObjects,
  caller = callerOf(operation),
  headers: Readonly<Record<string, string>> = {},
): Promise<number> => {
  const json = BODIES[`${operation.method} ${operation.path}`]?.(target);
  const path = pathTo(operation.path, target);
  const { status } = await caller.send(operation.method as Method, path, {
    ...(json !== undefined && { json }),
    headers,
  });
  return status;
};

async function statementsOf(operation: Operation): Promise<number> {
  if (operation.access['scope'] === 'grc:read') return statementsOfReport(operation);
  const home = operation.path.startsWith('/api/v1/admin/orgs/') ? (await actors.organization()).id : org.id;
  // The first call may prepare statements.
  await call(operation, await makeHubObjects(t, home, org.owner.email));
  const target = await makeHubObjects(
    t,
    operation.path.startsWith('/api/v1/admin/orgs/') ? (await actors.organization()).id : org.id,
    org.owner.email,
  );
  await t.rows('UPDATE scan SET caller_id = $1 WHERE id = $2', [org.owner.id, target.scanId]);
  return counted((headers) => call(operation, target, undefined, headers));
}

/** What is read of an organization depends on its MCPs, so each operation has an organization of its own. */
async function statementsOfReport(operation: Operation): Promise<number> {
  const { id, owner } = await actors.organization();
  const reader = await actors.serviceToken(id, ['grc:read']);
  const target = await makeHubObjects(t, id, owner.email);
  await call(operation, target, reader);
  return counted((headers) => call(operation, target, reader, headers));
}

// Of the counted request. Each has another one.
let agent = '';

/** Whether a statement is of the counted request: no earlier one, job or timer executes it, and it prepares no connection. */
const isOfRequest = (statement: unknown): boolean =>
  currentOrigin().userAgent === agent && !(typeof statement === 'string' && statement.startsWith('SET '));

type Headed = (headers: Readonly<Record<string, string>>) => Promise<number>;

async function counted(answered: Headed): Promise<number> {
  // What earlier calls write a moment later does not belong to this one.
  await t.app.get(McpAccesses, { strict: false }).flush();
  await t.app.get(ServiceTokenUses, { strict: false }).flush();
  const { query: execute } = pg.Client.prototype as {
    query: (this: pg.Client, ...given: readonly unknown[]) => unknown;
  };
  let count = 0;
  agent = randomUUID();
  const query = jest.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: readonly unknown[]
  ) {
    count += Number(isOfRequest(given[0]));
    return Reflect.apply(execute, this, given) as undefined;
  });
  try {
    expect([200, 201, 202, 204]).toContain(await answered({ 'user-agent': agent }));
    return count;
  } finally {
    query.mockRestore();
  }
}

it('every operation executes the number of statements in the table', async () => {
  const lines: string[] = [];
  for (const operation of HUB_OPERATIONS) {
    // They are refused here: no secrets are configured.
    if (operation.access['kind'] === 'open') continue;
    // Refused here, too: these users are those of another identity provider.
    if (operation.path === '/api/v1/me/registry-token') continue;
    lines.push(`| \`${operation.method} ${operation.path}\` | ${await statementsOf(operation)} |`);
  }
  const { code: table } = await format(FILE, `${ABOUT}${lines.join('\n')}\n`, { printWidth: 110 });
  if (process.env['TEST_WRITE'] === 'statements') writeFileSync(FILE, table);
  expect(table).toBe(readFileSync(FILE, 'utf8'));
});
