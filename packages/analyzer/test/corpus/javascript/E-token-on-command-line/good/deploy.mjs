import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

export async function siteStatus(token) {
  const argv = ['status', '--site', 'production', '--json'];
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, SITECTL_TOKEN: token };
  const { stdout } = await run('sitectl', argv, { timeout: 20000, env });
  return JSON.parse(stdout).upToDate === true;
}
