// Runs two test files as a user who owns nothing here. After the tests of the user who runs this, whatever those have left
// in shared places is in the way. A part of npm run verify.
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JEST } from './jest-arguments.mjs';

// "nobody"
const OTHER_USER = { uid: 65_534, gid: 65_534 };
// Artifacts on S3, which read the configuration, and the product as a process of its own.
const SUITE = ['test/contract/artifact-store.test.ts', 'test/journeys/canary.test.ts'];

/** Whether this user may run programs as another one. */
export const mayChangeUser = () =>
  process.getuid?.() === 0 && spawnSync('true', { ...OTHER_USER, cwd: '/' }).status === 0;

/** A copy that the other user can read wherever the original is, and may write where tests do. */
function copyProject(folder) {
  const files = readdirSync('.').filter((name) => !['.git', 'data', 'coverage'].includes(name));
  // The installed packages as links, where the file system lets them be: they are large.
  const copy = (option, name) => spawnSync('cp', [option, name, folder], { stdio: 'ignore' }).status === 0;
  for (const name of files) {
    if (name === 'node_modules' && copy('-al', name)) continue;
    if (!copy('-a', name)) throw new Error(`cannot copy ${name}`);
  }
  rmSync(join(folder, 'node_modules/.cache'), { recursive: true, force: true });
  for (const name of ['.', 'node_modules', 'dist', 'packages/analyzer/dist'])
    chownSync(join(folder, name), OTHER_USER.uid, OTHER_USER.gid);
  chmodSync(folder, 0o755);
}

/** Answers whether the suite passes. */
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
