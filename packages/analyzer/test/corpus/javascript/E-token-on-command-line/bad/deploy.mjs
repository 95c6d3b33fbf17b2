import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

export async function siteStatus(token) {
  const argv = ['status', '--site', 'production', '--json', '--token', token];
  const { stdout } = await run('sitectl', argv, { timeout: 20000 });
  return JSON.parse(stdout).upToDate === true;
}
