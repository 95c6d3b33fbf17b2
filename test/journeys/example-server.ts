import { EXAMPLE_FOLDER, exampleFix } from '../../src/hub/demo/example-fix.js';
import { packFolder } from '../../src/hub/demo/packed-folder.js';

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
export const fixedBundle = async (text = ''): Promise<Buffer> =>
  bundleWith({ 'CHANGELOG.md': text, ...(await exampleFix()) });

const bundleWith = async (files: Readonly<Record<string, string>>): Promise<Buffer> =>
  Buffer.from((await packFolder(EXAMPLE_FOLDER, files)).bytes);
