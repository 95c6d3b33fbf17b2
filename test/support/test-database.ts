import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { EmbeddedDatabase } from '../../src/storage/database/embedded-database.js';
import type { OpenDatabase } from '../../src/storage/database/embedded-database.js';
import { templateDatabase, templateDirectory } from './prepared.js';

/** The engine that this run of the tests uses. */
export const engine: 'pglite' | 'postgres' =
  process.env['TEST_DATABASE_URL'] === undefined ? 'pglite' : 'postgres';

/** A migrated database of the test's own. */
export async function openTestDatabase(): Promise<OpenDatabase> {
  const serverUrl = process.env['TEST_DATABASE_URL'];
  return serverUrl === undefined ? openEmbedded() : openCopy(serverUrl);
}

async function openEmbedded(): Promise<OpenDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'mcp-hub-embedded-'));
  await cp(templateDirectory(), folder, { recursive: true });
  const embedded = await EmbeddedDatabase.open(folder);
  return {
    server: embedded.connection,
    close: async () => {
      await embedded.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A database on the PostgreSQL server that nobody has migrated yet. */
export function openEmptyDatabase(): Promise<OpenDatabase> {
  const serverUrl = process.env['TEST_DATABASE_URL'];
  if (serverUrl === undefined) throw new Error('only where the tests run on a PostgreSQL server');
  return openCopy(serverUrl, 'template1');
}

async function openCopy(serverUrl: string, template = templateDatabase()): Promise<OpenDatabase> {
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
