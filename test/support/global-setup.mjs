// Prepares what all test files start from: the OpenAPI documents as JSON, which parses ten times as fast as YAML, and a migrated
// database: a data directory or, when TEST_DATABASE_URL is set, a template database on that server. Runs the compiled code,
// because Jest imports this file itself.
import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { parse } from 'yaml';
import { EmbeddedDatabase } from '../../dist/storage/database/embedded-database.js';
import { migrate } from '../../dist/storage/database/migrate.js';
import { makeTemporaryFolder } from './temporary-folder.mjs';

async function writeDocuments(folder) {
  for (const name of ['registry', 'v1']) {
    const document = parse(await readFile(`docs/openapi/${name}.yaml`, 'utf8'));
    await writeFile(join(folder, `${name}.json`), JSON.stringify(document));
  }
}

async function makeDataDirectory(path) {
  const embedded = await EmbeddedDatabase.open(path);
  await migrate({ server: embedded.connection }, () => undefined);
  await embedded.close();
}

async function makeTemplate(serverUrl, name) {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  await migrate({ server: url.href }, () => undefined);
}

/** Drops the template, and its copies kept by workers. */
async function dropDatabases(serverUrl, template) {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  const { rows } = await client.query('SELECT datname FROM pg_database WHERE starts_with(datname, $1)', [
    template,
  ]);
  for (const { datname } of rows) await client.query(`DROP DATABASE ${datname} WITH (FORCE)`);
  await client.end();
}

/** Prints how many answers the test files have checked (observed-answers.ts); nothing without any. */
async function reportCheckedAnswers(file) {
  const counts = await readFile(file, 'utf8').catch(() => '');
  const sum = counts.split('\n').reduce((total, count) => total + Number(count), 0);
  if (sum > 0) console.log(`${sum} answers were checked against the OpenAPI documents`);
}

/** The folder of all temporary files, without what the tests of the server start from. Returns its path. */
export async function prepareFolder() {
  const folder = await makeTemporaryFolder();
  // All temporary files of the tests and of the programs that they start go here, so that other users and runs are not affected,
  // and nothing is left. Servers that run as another user need to reach their part of it.
  await chmod(folder, 0o711);
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = folder;
  process.env.MCP_HUB_TEST_FOLDER = folder;
  // The programs that tests start load compiled code, which saves a fifth of each start.
  process.env.NODE_COMPILE_CACHE = resolve('node_modules/.cache/compiled');
  // A worker that is exiting may still write.
  globalThis.tearDownTests = () => rm(folder, { recursive: true, force: true, maxRetries: 10 });
  return folder;
}

export default async function setUp() {
  const folder = await prepareFolder();
  const removeFolder = globalThis.tearDownTests;
  await writeDocuments(folder);
  const serverUrl = process.env.TEST_DATABASE_URL;
  if (serverUrl === undefined) {
    await makeDataDirectory(join(folder, 'template'));
  } else {
    process.env.MCP_HUB_TEST_TEMPLATE = `mcp_hub_test_${process.pid}_${Date.now()}`;
    await makeTemplate(serverUrl, process.env.MCP_HUB_TEST_TEMPLATE);
  }
  globalThis.tearDownTests = async () => {
    await globalThis.closeTestDatabases?.();
    await reportCheckedAnswers(join(folder, 'checked-answers'));
    await removeFolder();
    if (serverUrl !== undefined) await dropDatabases(serverUrl, process.env.MCP_HUB_TEST_TEMPLATE);
  };
}
