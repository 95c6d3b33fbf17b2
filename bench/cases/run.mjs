import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { row } from '../lib/report.mjs';
import { runHome } from '../lib/run-home.mjs';
import { withScratch } from '../lib/scratch.mjs';

const STARTS = 20;
const MESSAGES = 10_000;
const AT_ONCE = 20;
const OTHER_SERVERS = 2_000;
const BAR_START_MS = 30;
const BAR_MESSAGES = 1.05;

export const about = `mcp-hub run against the server alone: a cached start, and ${MESSAGES.toLocaleString('en')} messages`;

const FLOOR = fileURLToPath(new URL('../servers/mcp.mjs', import.meta.url));
const FILESYSTEM = createRequire(import.meta.url).resolve(
  '@modelcontextprotocol/server-filesystem/dist/index.js',
);
const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n';

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** Milliseconds until a server answers its first message. */
async function firstAnswer(words, env) {
  const before = performance.now();
  const child = spawn(process.execPath, words, { env, stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.write(PING);
  await once(child.stdout, 'data');
  const taken = performance.now() - before;
  child.stdin.end();
  await once(child, 'close');
  return taken;
}

/** Milliseconds in which Node.js does nothing. */
function emptyStart(env) {
  const before = performance.now();
  spawnSync(process.execPath, ['-e', '0'], { env });
  return performance.now() - before;
}

/** A home in a folder of its own, whose read-only files are removed at the end. */
async function homeIn(scratch, name, options) {
  const home = await runHome({ folder: join(scratch.folder, name), ...options });
  scratch.defer(() =>
    spawnSync(process.execPath, [home.words[0], 'cache', 'prune', '--all'], { env: home.variables }),
  );
  return home;
}

async function starts(scratch, { dist, rounds }) {
  const { words, variables } = await homeIn(scratch, 'start', {
    dist,
    source: await readFile(FLOOR),
    tools: [],
    others: OTHER_SERVERS,
  });
  const [through, alone, empty] = [[], [], []];
  for (let turn = 0; turn < STARTS * Math.max(1, rounds / 5); turn += 1) {
    alone.push(await firstAnswer([FLOOR], variables));
    through.push(await firstAnswer(words, variables));
    empty.push(emptyStart(variables));
  }
  const value = median(through) - median(alone) - median(empty);
  return row({
    name: 'cached start, without that of Node.js itself',
    measured: `${median(through).toFixed(0)} ms`,
    against: `the server alone: ${median(alone).toFixed(0)} ms; Node.js: ${median(empty).toFixed(0)} ms`,
    value,
    bar: BAR_START_MS,
    unit: ' ms',
  });
}

async function connected(words, env, scratch) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: words,
    env,
    stderr: 'ignore',
  });
  const client = new Client({ name: 'bench', version: '1.0.0' });
  await client.connect(transport);
  scratch.defer(() => client.close());
  const path = FLOOR;
  const call = () => client.callTool({ name: 'read_text_file', arguments: { path } });
  /** Milliseconds of some calls, so many at once. */
  return async (calls, atOnce) => {
    const before = performance.now();
    for (let done = 0; done < calls; done += atOnce) await Promise.all(Array.from({ length: atOnce }, call));
    return performance.now() - before;
  };
}

async function messages(scratch, { dist, rounds }) {
  const folder = fileURLToPath(new URL('..', import.meta.url));
  const { words, variables } = await homeIn(scratch, 'messages', {
    dist,
    // The bundle has one file, which starts the installed server.
    source: `await import(${JSON.stringify(FILESYSTEM)});`,
    tools: ['read_text_file'],
    others: 0,
  });
  const alone = await connected([FILESYSTEM, folder], variables, scratch);
  const through = await connected([...words, '--', folder], variables, scratch);
  const rows = [];
  for (const [name, atOnce] of [
    ['one after the other', 1],
    [`${AT_ONCE} at once`, AT_ONCE],
  ]) {
    const [one, other] = [[], []];
    const turns = Math.max(rounds, 5);
    for (let turn = 0; turn < turns; turn += 1) {
      one.push(await alone(MESSAGES / turns, atOnce));
      other.push(await through(MESSAGES / turns, atOnce));
    }
    const sum = (values) => median(values) * turns;
    rows.push(
      row({
        name: `${MESSAGES.toLocaleString('en')} calls of the filesystem server, ${name}`,
        measured: `${(sum(other) / 1000).toFixed(2)} s`,
        against: `the server alone: ${(sum(one) / 1000).toFixed(2)} s`,
        value: sum(other) / sum(one),
        bar: BAR_MESSAGES,
      }),
    );
  }
  return rows;
}

/** @param {import('../run.mjs').Options} options */
export async function run(options) {
  const rows = await withScratch(async (scratch) => [
    await starts(scratch, options),
    ...(await messages(scratch, options)),
  ]);
  return { rows };
}
