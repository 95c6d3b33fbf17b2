import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { EmbeddedDatabase } from '../../src/storage/database/embedded-database.js';
import type { OpenDatabase } from '../../src/storage/database/embedded-database.js';

/** The engine that this run of the tests uses. */
export const engine: 'pglite' | 'postgres' =
  process.env['TEST_DATABASE_URL'] === undefined ? 'pglite' : 'postgres';

const required = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is set by test/support/global-setup.mjs`);
  return value;
};

/** A migrated database of the test's own. */
export async function openTestDatabase(): Promise<OpenDatabase> {
  const serverUrl = process.env['TEST_DATABASE_URL'];
  return serverUrl === undefined ? openEmbedded() : openCopy(serverUrl);
}

async function openEmbedded(): Promise<OpenDatabase> {
  const dump = await openAsBlob(join(required('MCP_HUB_TEST_FOLDER'), 'dump.tar'), {
    type: 'application/x-tar',
  });
  const embedded = await EmbeddedDatabase.inMemory(dump);
  return { server: embedded.connection, close: () => embedded.close() };
}

/** A database on the PostgreSQL server that nobody has migrated yet. */
export function openEmptyDatabase(): Promise<OpenDatabase> {
  return openCopy(required('TEST_DATABASE_URL'), 'template1');
}

async function openCopy(
  serverUrl: string,
  template = required('MCP_HUB_TEST_TEMPLATE'),
): Promise<OpenDatabase> {
  const name = `mcp_hub_test_${randomUUID().replaceAll('-', '')}`;
  await onServer(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { server: url.href, close: () => onServer(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`) };
}

async function onServer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
