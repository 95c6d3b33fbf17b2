import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packFolder } from '../../src/hub/demo/packed-folder.js';

const FOLDER = 'examples/vulnerable-server';
/** The path of its finding, from what a client sends to the shell. */
export const EXAMPLE_TRACE = [
  { file_path: 'server.js', line: 9, message: 'branch comes in', snippet: 'server.registerTool(' },
  {
    file_path: 'server.js',
    line: 15,
    message: 'passed to `commitsOf`',
    snippet: "async ({ branch }) => ({ content: [{ type: 'text', text: await commitsOf(branch) }] }),",
  },
  {
    file_path: 'commits.js',
    line: 8,
    message: 'reaches child_process.exec',
    snippet:
      'const { stdout } = await run(`git log --oneline --max-count=20 ${branch}`, { timeout: 10_000 });',
  },
];

/** The bundle of the vulnerable example. `text` makes it unique. */
export const vulnerableBundle = (text = ''): Promise<Buffer> => bundleWith({ 'CHANGELOG.md': text });

/** The bundle of the example with the fix that its README shows. */
export async function fixedBundle(text = ''): Promise<Buffer> {
  const readme = await readFile(join(FOLDER, 'README.md'), 'utf8');
  const [, fix = ''] = /```js\n([^]*?)```/.exec(readme) ?? [];
  return bundleWith({ 'CHANGELOG.md': text, 'commits.js': fix });
}

async function bundleWith(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'mcp-hub-example-'));
  try {
    await cp(FOLDER, folder, { recursive: true });
    for (const [path, text] of Object.entries(files)) await writeFile(join(folder, path), text);
    return Buffer.from((await packFolder(folder)).bytes);
  } finally {
    await rm(folder, { recursive: true });
  }
}
