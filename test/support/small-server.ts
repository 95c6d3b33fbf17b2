import { tarGzOf, type TarEntry } from './bundles.js';

/** What the tool `state` of the small server answers. */
export interface ServerState {
  readonly cwd: string;
  readonly arguments: readonly string[];
  readonly variables: readonly string[];
}

/** A server without dependencies. Its tools change with its files and arguments. */
const SOURCE = `
import { createInterface } from 'node:readline';
import { readFileSync } from 'node:fs';

const tools = [
  { name: 'state', description: 'Shows how it was started.', inputSchema: { type: 'object' } },
  { name: 'read', description: 'Reads a file.', inputSchema: { type: 'object' } },
  { name: 'exit', description: 'Ends the server.', inputSchema: { type: 'object' } },
  { name: 'late', description: 'Was not there before.', inputSchema: { type: 'object' } },
];
const prompts = [{ name: 'greet', description: 'Greets.' }, { name: 'other', description: 'Was not there.' }];
const resources = [{ name: 'log', uri: 'log://today' }, { name: 'secret', uri: 'secret://today' }];
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
const text = (value) => ({ content: [{ type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) }] });
const calls = {
  state: () => text({ cwd: process.cwd(), arguments: process.argv.slice(2), variables: Object.keys(process.env) }),
  read: ({ path }) => text(readFileSync(path, 'utf8')),
  exit: ({ code, signal }) => (signal === undefined ? process.exit(code) : process.kill(process.pid, signal)),
  late: () => text('it was called'),
};
const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {}, prompts: {}, resources: {} },
    serverInfo: { name: 'small', version: '1.0.0' },
  }),
  ping: () => ({}),
  'tools/list': () => ({ tools }),
  'prompts/list': () => ({ prompts }),
  'resources/list': () => ({ resources }),
  'resources/read': ({ uri }) => ({ contents: [{ uri, text: 'content' }] }),
  'prompts/get': () => ({ messages: [] }),
  'tools/call': ({ name, arguments: given = {} }) => calls[name](given),
};
process.on('SIGTERM', () => process.exit(43));
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params = {} } = JSON.parse(line);
  if (id === undefined) continue;
  try {
    send({ id, result: answers[method](params) });
  } catch (error) {
    send({ id, error: { code: -32603, message: String(error.message) } });
  }
}
`;

/** The descriptions of the tools, by their names. */
export const SMALL_TOOLS: Readonly<Record<string, string>> = {
  state: 'Shows how it was started.',
  read: 'Reads a file.',
  exit: 'Ends the server.',
};

/** Its bundle. `text` makes it unique. */
export const smallServer = (text: string, more: readonly TarEntry[] = []): Promise<Buffer> =>
  tarGzOf([
    { name: 'dist', type: 'directory' },
    { name: 'dist/server.mjs', content: SOURCE },
    { name: 'VERSION', content: text },
    ...more,
  ]);

/** A package of npm with it. */
export const smallPackage = (packageJson: object): Promise<Buffer> =>
  tarGzOf([
    { name: 'package/package.json', content: JSON.stringify(packageJson) },
    { name: 'package/dist/server.mjs', content: `#!/usr/bin/env node\n${SOURCE}` },
  ]);
