// Finds PostgreSQL's server programs, which Debian does not put on the PATH. For the tests and for scripts/verify.mjs.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const DEBIAN = '/usr/lib/postgresql';

/** Candidate folders, the newest version of Debian's first. */
function candidates() {
  const { status, stdout } = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' });
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  return [
    ...versions.map((version) => join(DEBIAN, version, 'bin')),
    ...(status === 0 ? [stdout.trim()] : []),
  ];
}

/** The folder of `initdb` and `postgres`; undefined when they are not installed. */
export const postgresPrograms = () =>
  candidates().find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))));
