import { randomBytes } from 'node:crypto';
import { cpSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { EmbeddedDatabase } from '../../src/storage/database/embedded-database.js';
import type { OpenDatabase } from '../../src/storage/database/embedded-database.js';
import { DatabaseReset } from './database-reset.js';
import { templateDatabase, templateDirectory } from './prepared.js';

/** The database engine of this test run. */
export const engine: 'pglite' | 'postgres' =
  process.env['TEST_DATABASE_URL'] === undefined ? 'pglite' : 'postgres';

interface PooledDatabase extends OpenDatabase {
  readonly reset: DatabaseReset;
}

// Migrated databases of this process that are not in use. Resetting one takes a tenth of the time of creating one.
const idle: PooledDatabase[] = [];

declare global {
  /** Closes the databases that this process keeps across test files; called by global-teardown.mjs. */
  var closeTestDatabases: (() => Promise<void>) | undefined;
}
globalThis.closeTestDatabases = async () => {
  for (const database of idle.splice(0)) await database.close();
};

/** A migrated database for one test. `close` resets it for the next test, unless its schema was changed. */
export async function openTestDatabase(): Promise<OpenDatabase> {
  const database = idle.pop() ?? (await createDatabase());
  return {
    server: database.server,
    close: async () => {
      if (await database.reset.run()) idle.push(database);
      else await database.close();
    },
  };
}

async function createDatabase(): Promise<PooledDatabase> {
  const serverUrl = process.env['TEST_DATABASE_URL'];
  const database = await (serverUrl === undefined ? openEmbedded() : openCopy(serverUrl));
  return { ...database, reset: await DatabaseReset.of(database.server) };
}

/** Copies a migrated embedded database into a data directory. */
export function copyTemplate(dataDir: string): void {
  cpSync(templateDirectory(), dataDir, { recursive: true });
}

async function openEmbedded(): Promise<OpenDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'mcp-hub-embedded-'));
  copyTemplate(folder);
  const embedded = await EmbeddedDatabase.open(folder);
  return {
    server: embedded.connection,
    close: async () => {
      await embedded.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** An empty database on the PostgreSQL server, without migrations. */
export function openEmptyDatabase(): Promise<OpenDatabase> {
  const serverUrl = process.env['TEST_DATABASE_URL'];
  if (serverUrl === undefined) throw new Error('only where the tests run on a PostgreSQL server');
  return openCopy(serverUrl, 'template1');
}

async function openCopy(serverUrl: string, template = templateDatabase()): Promise<OpenDatabase> {
  // The name contains the run's: global-setup.mjs drops the leftovers of a run.
  const name = `${templateDatabase()}_${randomBytes(8).toString('hex')}`;
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
