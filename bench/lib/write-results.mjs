import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import prettier from 'prettier';

const FILE = fileURLToPath(new URL('../../docs/performance.md', import.meta.url));
const BEGIN = '<!-- results: written by "npm run bench -- --write" -->';
const END = '<!-- end of results -->';

const circumstances = () => {
  const processors = cpus();
  return `Measured on ${new Date().toISOString().slice(0, 10)} with Node ${process.versions.node} on ${processors.length} × ${processors[0].model.trim()}.`;
};

/** Replaces the results in docs/performance.md. */
export async function writeResults(report) {
  const text = await readFile(FILE, 'utf8');
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin === -1 || end < begin) throw new Error(`docs/performance.md lacks the lines ${BEGIN} and ${END}`);
  const written = `${text.slice(0, begin)}${BEGIN}\n\n${circumstances()}\n\n${report}\n\n${text.slice(end)}`;
  const format = { ...(await prettier.resolveConfig(FILE)), parser: 'markdown' };
  await writeFile(FILE, await prettier.format(written, format));
}
