import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { aVersion } from '../support/builders.js';
import { CiGate, uniqueName } from '../support/ci-gate.js';
import { ISSUER_SECRET } from '../support/credentials.js';
import { programEnvironment } from '../support/server-process.js';
import { eventually } from '../support/stored-artifacts.js';
import { resolve } from '../support/version-requests.js';

// Drops a trigger of `mcp_version`, and creates it again, so that it can run twice; it locks out even readers.
const PENDING = 'MovedTagsDecide1801368000000';
const READER = 'nightly report';
const SECRET = 'a-value-in-a-statement';
const WAITS =
  /^the migrations wait: the table mcp_version is held by process (\d+) \((.*), user \w+\), idle in transaction, its transaction is \d+ s old; trying again in \d+ s$/gm;

let gate: CiGate;
let reader: pg.Client;
beforeAll(async () => {
  gate = await CiGate.start();
  reader = new pg.Client({ connectionString: gate.t.config.database.url, application_name: READER });
  await reader.connect();
});
afterAll(async () => {
  await reader.end();
  await gate.close();
});

/** The command `migrate` on the database of the running server. */
function startMigrate(): { readonly errors: () => string; readonly ended: Promise<[number, string]> } {
  const child = spawn(process.execPath, ['dist/cli/main.js', 'migrate', '--json'], {
    env: {
      ...programEnvironment(),
      CONFIG_FILE: '/dev/null',
      AUTH_OSS_ISSUER_SECRET: ISSUER_SECRET,
      DATABASE_URL: gate.t.config.database.url,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const output = text(child.stdout);
  const ended = once(child, 'close').then(async ([code]): Promise<[number, string]> => [code, await output]);
  return { errors: () => errors, ended };
}

it('a migration waits for a reader without keeping requests waiting, names it, and ends when the reader does', async () => {
  const { t } = gate;
  const admin = await t.actors.admin();
  await aVersion(admin, 'waits/files', '1.0.0').published();
  const name = uniqueName('waits');
  await gate.server(name);
  await t.rows('DELETE FROM migration WHERE name = $1', [PENDING]);
  await reader.query('BEGIN');
  await reader.query(`SELECT count(*) FROM mcp_version WHERE visible_version <> '${SECRET}'`);
  const [{ pid }] = (await reader.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows as [
    { pid: number },
  ];

  const migrating = startMigrate();
  const waits = () => [...migrating.errors().matchAll(WAITS)];
  for (const attempts of [1, 2, 3]) {
    await eventually(() => Promise.resolve(waits().length >= attempts));
    // The reader stays until they are answered: behind a migration that waits for it, they would never be.
    const answers = await Promise.all([
      gate.ask({ name, version: 'latest' }),
      resolve(admin, 'waits/files', 'latest'),
      t.actors.anonymous.get(`/api/v1/mcps?q=${encodeURIComponent(name)}`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  }
  expect(waits().map(([, process, application]) => [process, application])).toEqual(
    waits().map(() => [String(pid), READER]),
  );
  expect(migrating.errors()).not.toContain(SECRET);

  await reader.query('COMMIT');
  const [code, output] = await migrating.ended;
  expect([code, JSON.parse(output)]).toEqual([0, { migrated: [PENDING] }]);
  expect(await t.rows('SELECT FROM migration WHERE name = $1', [PENDING])).toHaveLength(1);
});
