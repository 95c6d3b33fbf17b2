import { exec } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(exec);
const LIMITS = { timeout: 60_000, maxBuffer: 4 * 1024 * 1024 };

export async function archive(project: string, level: number): Promise<string> {
  const target = `/var/backups/workspace-${level}.tar.gz`;
  await run(`tar -czf ${target} -C /srv/workspace ${project}`, LIMITS);
  const { stdout } = await run(`du -h ${target}`, LIMITS);
  return stdout.split('\t')[0] ?? '';
}
