import { exec } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(exec);

/** The last commits of a branch, one on each line. */
export async function commitsOf(branch) {
  const { stdout } = await run(`git log --oneline --max-count=20 ${branch}`, { timeout: 10_000 });
  return stdout;
}
