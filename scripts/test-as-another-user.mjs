// Runs two test files as another, unprivileged user, after the tests of the current user: finds files in shared locations that
// block other users. Part of npm run verify.
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JEST } from './jest-arguments.mjs';

// The user `nobody`.
const OTHER_USER = { uid: 65_534, gid: 65_534 };
// The artifact contract on S3, which reads the configuration, and the product as a separate process.
const SUITE = ['test/contract/artifact-store.test.ts', 'test/journeys/canary.test.ts'];

/** Whether this user may run programs as another one. */
export const mayChangeUser = () =>
  process.getuid?.() === 0 && spawnSync('true', { ...OTHER_USER, cwd: '/' }).status === 0;

/** A copy of the project that the other user can read, and write where tests do. */
function copyProject(folder) {
  const files = readdirSync('.').filter((name) => !['.git', 'data', 'coverage'].includes(name));
  // The installed packages as hard links, where the file system allows them: they are large.
  const copy = (option, name) => spawnSync('cp', [option, name, folder], { stdio: 'ignore' }).status === 0;
  for (const name of files) {
    if (name === 'node_modules' && copy('-al', name)) continue;
    if (!copy('-a', name)) throw new Error(`cannot copy ${name}`);
  }
  rmSync(join(folder, 'node_modules/.cache'), { recursive: true, force: true });
  for (const name of [
    '.',
    'node_modules',
    'dist',
    'packages/analyzer/dist',
    'packages/client-configurations/dist',
    'packages/sources/dist',
  ])
    chownSync(join(folder, name), OTHER_USER.uid, OTHER_USER.gid);
  chmodSync(folder, 0o755);
}

/** Returns whether the tests pass. */
export function testAsAnotherUser() {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-hub-other-'));
  try {
    copyProject(folder);
    const own = join(folder, 'node_modules/.bin/node');
    const { status } = spawnSync(
      existsSync(own) ? own : process.execPath,
      [...JEST, '--runTestsByPath', ...SUITE],
      {
        ...OTHER_USER,
        cwd: folder,
        stdio: 'inherit',
        env: { PATH: process.env.PATH, HOME: folder },
      },
    );
    return status === 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
