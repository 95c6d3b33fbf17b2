// A PostgreSQL server for one test run. It never waits for the disk, because its data is discarded: that makes the tests more
// than twice as fast.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { postgresPrograms } from '../test/support/postgres-programs.mjs';

// The user `nobody`: PostgreSQL refuses to run as root, which is common in containers of continuous integration.
const UNPRIVILEGED = 65_534;
const IDENTITY = process.getuid?.() === 0 ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : {};
const LONGEST_START_MS = 60_000;

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 300,
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // Dirty pages that no checkpoint has written cost nothing when their database is dropped.
  checkpoint_timeout: '1h',
  max_wal_size: '8GB',
  // Tests of query plans run ANALYZE themselves.
  autovacuum: 'off',
  log_min_messages: 'fatal',
};

async function answers(url) {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

/**
 * Starts a server with its data in `folder` and without passwords.
 * @returns its URL and a function that stops it; undefined when PostgreSQL is not installed
 * @throws Error when it does not start
 */
export async function startTemporaryPostgres(folder, port) {
  const programs = postgresPrograms();
  if (programs === undefined) return undefined;
  const data = join(folder, 'postgres');
  mkdirSync(data, { mode: 0o700 });
  if (IDENTITY.uid !== undefined) chownSync(data, IDENTITY.uid, IDENTITY.gid);
  const options = [
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale',
    'C.UTF-8',
    '--no-sync',
  ];
  const initdb = spawnSync(join(programs, 'initdb'), options, { ...IDENTITY, cwd: '/', encoding: 'utf8' });
  if (initdb.status !== 0) throw new Error(`initdb failed\n${initdb.stderr}`);

  const settings = Object.entries({ port, ...SETTINGS }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const server = spawn(join(programs, 'postgres'), ['-D', data, ...settings], {
    ...IDENTITY,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const deadline = Date.now() + LONGEST_START_MS;
  while (!(await answers(url))) {
    if (server.exitCode !== null || Date.now() > deadline) {
      server.kill('SIGQUIT');
      throw new Error('the PostgreSQL server for this run does not start');
    }
    await wait(100);
  }
  const stop = async () => {
    const ended = once(server, 'close');
    // An immediate shutdown: its data is deleted anyway.
    server.kill('SIGQUIT');
    await ended;
  };
  return { url, stop };
}
