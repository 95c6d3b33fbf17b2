import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PASSWORD } from '../support/credentials.js';
import { ServerProcess } from '../support/server-process.js';

const SECTION = '## A five-minute walk';

let dataDir: string;
let server: ServerProcess;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mcp-hub-readme-'));
  server = await ServerProcess.start({ DATA_DIR: dataDir, BOOTSTRAP_ADMIN_PASSWORD: PASSWORD });
});

afterAll(async () => {
  await server.kill();
  await rm(dataDir, { recursive: true, force: true });
});

/** The shell commands of a section of the README, in their order. */
async function commandsOf(heading: string): Promise<string> {
  const readme = await readFile('README.md', 'utf8');
  const [, after = ''] = readme.split(`${heading}\n`);
  const [section = ''] = after.split('\n## ');
  return [...section.matchAll(/^```bash\n([^]*?)^```$/gm)].map(([, code]) => code).join('\n');
}

describe('the walk of the README', () => {
  it('publishes a real MCP server and pulls it back byte for byte', async () => {
    const script = await commandsOf(SECTION);
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
      env: { ...process.env, HUB: server.url, PASSWORD },
    });
    expect(stdout).toMatch(/latest is (\d+\.\d+\.\d+)\n(.* is \1\n){4}the same, byte for byte\n$/);
  });
});
