import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { format } from 'oxfmt';

const FILE = fileURLToPath(new URL('../../docs/performance.md', import.meta.url));
/** The marker before the results of cases that are measured in one run. */
const BEGIN = /<!-- results of ([a-z0-9, -]+): written by "npm run bench -- --write" -->/g;
const END = '<!-- end of results -->';

const circumstances = () => {
  const processors = cpus();
  return `Measured on ${new Date().toISOString().slice(0, 10)} with Node ${process.versions.node} on ${processors.length} × ${processors[0].model.trim()}.`;
};

/**
 * The cases with results in docs/performance.md, grouped by the run that measures them.
 * @returns {Promise<string[][]>}
 */
export async function writtenTogether() {
  return [...(await readFile(FILE, 'utf8')).matchAll(BEGIN)].map(([, names]) => names.split(', '));
}

/**
 * Replaces the results of some cases in docs/performance.md.
 * @param {string[]} names as in `writtenTogether`
 */
export async function writeResults(names, report) {
  const text = await readFile(FILE, 'utf8');
  const found = [...text.matchAll(BEGIN)].find(([, each]) => each === names.join(', '));
  const start = found ? found.index + found[0].length : -1;
  const end = text.indexOf(END, start);
  if (!found || end === -1) throw new Error(`docs/performance.md lacks a place for ${names.join(', ')}`);
  const written = `${text.slice(0, start)}\n\n${circumstances()}\n\n${report}\n\n${text.slice(end)}`;
  const { code } = await format(FILE, written, { printWidth: 110 });
  await writeFile(FILE, code);
}
