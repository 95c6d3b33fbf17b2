// Analyzes or only parses a list of files in a separate process, and prints the cost. usage: node analysis-run.mjs DIST
// (analyze|parse) LIST
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [, , dist, mode, list] = process.argv;
const load = (path) => import(pathToFileURL(join(dist, path)).href);
const files = new Map(
  JSON.parse(readFileSync(list, 'utf8')).map(([name, path]) => [name, new Uint8Array(readFileSync(path))]),
);

// Loaded before the measurement for both modes, since a process starts only once.
const { parseSyntax } = await load('languages/javascript/parser/parse-javascript.js');
const { parseTree } = await load('languages/syntax-tree.js');
const { analyze } = mode === 'analyze' ? await load('analyze.js') : {};

/** The same parsers with the same settings, discarding their results. */
async function parseAll() {
  for (const [name, bytes] of files) {
    const text = new TextDecoder().decode(bytes);
    if (name.endsWith('.py')) await parseTree('python', text);
    else if (name.endsWith('.go')) await parseTree('go', text);
    else parseSyntax(name, /\.[cm]?ts$/.test(name) ? 'typescript' : 'javascript', text);
  }
}

const work = mode === 'parse' ? parseAll : () => analyze(files);
const cpu = process.cpuUsage();
const start = performance.now();
await work();
const { user, system } = process.cpuUsage(cpu);
console.log(
  JSON.stringify({
    cpuSeconds: (user + system) / 1e6,
    seconds: (performance.now() - start) / 1000,
    maxRss: process.resourceUsage().maxRSS * 1024,
    bytes: [...files.values()].reduce((sum, { length }) => sum + length, 0),
  }),
);
