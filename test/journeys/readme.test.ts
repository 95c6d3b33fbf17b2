import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PASSWORD } from '../support/credentials.js';
import { freePort } from '../support/ports.js';
import { ServerProcess } from '../support/server-process.js';

let dataDir: string;
let server: ServerProcess;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mcp-hub-readme-'));
  // A sign-in goes where the public URL says.
  const port = await freePort();
  server = await ServerProcess.start({
    DATA_DIR: dataDir,
    BOOTSTRAP_ADMIN_PASSWORD: PASSWORD,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
  });
});

afterAll(async () => {
  await server.kill();
  await rm(dataDir, { recursive: true, force: true });
});

/** The shell commands of sections of the README, in their order. */
async function commandsOf(...headings: string[]): Promise<string> {
  const readme = await readFile('README.md', 'utf8');
  const sections = headings.map((heading) => readme.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '');
  const blocks = sections.flatMap((section) => [...section.matchAll(/^```bash\n([^]*?)^```$/gm)]);
  return blocks.map(([, code]) => code).join('\n');
}

/** What the commands print. */
async function run(script: string): Promise<string> {
  const env = { ...process.env, HUB: server.url, PASSWORD };
  return (await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { env })).stdout;
}

describe('the walks of the README', () => {
  it('publish a real MCP server, pull it back byte for byte, and have the gate deny one', async () => {
    const printed = await run(await commandsOf('A five-minute walk', 'The hub'));
    expect(printed).toMatch(/\nlatest is (\d+\.\d+\.\d+)\n(.* is \1\n){4}the same, byte for byte\n\{.*\}\n$/);
    expect(JSON.parse(printed.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({
      result: 'FAIL',
      mcps: [{ name: 'modelcontextprotocol/filesystem', result: 'DENIED', reason: expect.any(String) }],
    });
  });
});
