import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { mib, row, table } from '../../../bench/lib/report.mjs';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const RUN = fileURLToPath(new URL('./analysis-run.mjs', import.meta.url));

const BAR_RATIO = 6;
const BAR_SECONDS = 5;
const BAR_MEMORY = 700;
const BAR_BUNDLE_SECONDS = 15;
// Ten times the files may take ten times as long; this factor allows for noise.
const BAR_GROWTH = 1.5;
/** The number of pairs of runs per round. */
const PAIRS = 3;
const SIZES = [10, 100, 1000];

export const about =
  'analysis of packages: beside the bare parsing of their files, and how it grows with them';

const isCode = (name) => /\.[cm]?[jt]s$/.test(name) && !/\.d\.[cm]?ts$/.test(name);

const FOLDERS = ['typeorm', 'bullmq', 'oidc-provider', '@nestjs', '@smithy', '@aws-sdk'];

/** Source files of installed packages, those closest to the wanted size first; deterministic. */
export function sources(wanted, folders = FOLDERS) {
  const paths = folders.flatMap((folder) =>
    readdirSync(join(ROOT, 'node_modules', folder), { recursive: true })
      .map((name) => join(ROOT, 'node_modules', folder, name))
      .filter((path) => isCode(path) && statSync(path).isFile()),
  );
  const sized = paths.map((path) => ({ path, size: statSync(path).size })).filter(({ size }) => size > 500);
  return sized
    .sort(
      (one, other) =>
        Math.abs(one.size - wanted) - Math.abs(other.size - wanted) || (one.path < other.path ? -1 : 1),
    )
    .map(({ path }, index) => [`src/file${index}${/\.[cm]?[jt]s$/.exec(path)[0]}`, path]);
}

/** One run in a separate process, with the product's settings for an analysis. */
function measure({ dist, folder, nodeOptions }, mode, files) {
  const list = join(folder, 'list.json');
  writeFileSync(list, JSON.stringify(files));
  const given = [...nodeOptions, RUN, dist, mode, list];
  return JSON.parse(execFileSync(process.execPath, given, { encoding: 'utf8' }));
}

/** The fastest of several runs: other load only adds time. */
function best(rounds, work) {
  return Array.from({ length: rounds }, work).reduce((one, other) =>
    one.cpuSeconds <= other.cpuSeconds ? one : other,
  );
}

const megabytesPerSecond = ({ bytes, cpuSeconds }) => `${(bytes / 1e6 / cpuSeconds).toFixed(2)} MB/s`;

function samples(language, ending) {
  const folder = join(ROOT, 'packages/analyzer/test/corpus', language);
  return readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith(ending))
    .map((name) => [name, join(folder, name)]);
}

/** The sum of several runs. */
const total = (runs) => ({
  cpuSeconds: runs.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
  bytes: runs.reduce((sum, { bytes }) => sum + bytes, 0),
});

function besideParsing(name, files, { rounds, ...setting }) {
  // In turn, so that a slow minute of the machine affects both.
  const runs = Array.from({ length: PAIRS * rounds }, () => ({
    parsing: measure(setting, 'parse', files),
    analysis: measure(setting, 'analyze', files),
  }));
  const parsing = total(runs.map((each) => each.parsing));
  const analysis = total(runs.map((each) => each.analysis));
  return row({
    name: `analysis beside bare parsing, ${name}`,
    measured: megabytesPerSecond(analysis),
    against: `parsing: ${megabytesPerSecond(parsing)}`,
    value: analysis.cpuSeconds / parsing.cpuSeconds,
    bar: BAR_RATIO,
  });
}

/** An 11 MB file like the output of a bundler, with lines of ordinary length: too large to be parsed. */
function largeBundle(files, folder) {
  const path = join(folder, 'large.js');
  let text = '';
  for (const [, source] of files) {
    text += `(function () {\n${readFileSync(source, 'utf8')}\n})();\n`;
    if (text.length > 11e6) break;
  }
  writeFileSync(path, text);
  return [['dist/large.js', path]];
}

/** What esbuild puts before the CommonJS modules of a bundle. */
const HELPERS = `var __getOwnPropNames = Object.getOwnPropertyNames;
var __commonJS = (cb, mod) => function __require() {
  return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports;
};
`;
/** One of so many modules of a bundle is the author's. */
const OWN = 20;
/** Larger files are not parsed. */
const MAX_PARSED = 10 * 1024 * 1024;

const isCommonJs = (text) => !/^(?:#!|\s*(?:import|export)\b)|\bimport\.meta\b/mu.test(text);

/** A bundle as esbuild writes it, as large as a file may be that is parsed: libraries, and some modules of the author. */
function readBundle(folder) {
  const files = sources(10_000, [...FOLDERS, '@babel', 'ajv', 'undici', 'zod']);
  const path = join(folder, 'bundle.js');
  const modules = [];
  let size = HELPERS.length;
  for (const [index, [, source]] of files.entries()) {
    const text = readFileSync(source, 'utf8');
    if (!source.endsWith('.js') || !isCommonJs(text)) continue;
    const isOwn = modules.length % OWN === 0;
    const name = isOwn ? `src/module${index}.js` : relative(ROOT, source);
    const loaded = `require_module${index}`;
    const wrapped = `\n// ${name}\nvar ${loaded} = __commonJS({\n  "${name}"(exports, module) {\n${text}\n  }\n});\n`;
    const bytes = Buffer.byteLength(wrapped) + (isOwn ? loaded.length + 5 : 0);
    if (size + bytes > MAX_PARSED - 1000) continue;
    size += bytes;
    modules.push({ wrapped, loaded: isOwn ? `${loaded}();\n` : '' });
  }
  const start = `\n// src/index.js\n${modules.map(({ loaded }) => loaded).join('')}`;
  writeFileSync(path, `${HELPERS}${modules.map(({ wrapped }) => wrapped).join('')}${start}`);
  return [['dist/bundle.js', path]];
}

/** The time and memory for a bundle. */
const bundleRows = (name, { bytes, seconds, maxRss }) => [
  row({
    name,
    measured: `${(bytes / 1e6).toFixed(1)} MB`,
    against: 'seconds on the clock',
    value: seconds,
    bar: BAR_BUNDLE_SECONDS,
    unit: ' s',
  }),
  row({
    name: `memory for ${name}`,
    measured: mib(maxRss),
    against: 'resident, at most',
    value: maxRss / 1024 / 1024,
    bar: BAR_MEMORY,
    unit: ' MiB',
  }),
];

/** @param {import('../../../bench/run.mjs').Options} options */
export async function run(options) {
  const { rounds } = options;
  // Next to the compiled server.
  const dist = join(options.dist, '../packages/analyzer/dist');
  const { DEFAULT_LIMITS, nodeOptions } = await import(
    pathToFileURL(join(dist, 'isolation/run-isolated.js')).href
  );
  const folder = mkdtempSync(join(tmpdir(), 'mcp-hub-bench-'));
  const setting = { dist, folder, rounds, nodeOptions: nodeOptions(DEFAULT_LIMITS) };
  try {
    const all = sources(10_000);
    const middle = measure(setting, 'analyze', all.slice(0, 200));
    const bundle = measure(setting, 'analyze', readBundle(folder));
    const large = measure(setting, 'analyze', largeBundle(all, folder));
    const grown = SIZES.map((count) => best(rounds, () => measure(setting, 'analyze', all.slice(0, count))));
    const perByte = ({ cpuSeconds, bytes }) => cpuSeconds / bytes;
    return {
      rows: [
        besideParsing('200 files of JavaScript and TypeScript', all.slice(0, 200), setting),
        besideParsing('Python samples', samples('python', '.py'), setting),
        besideParsing('Go samples', samples('go', '.go'), setting),
        row({
          name: 'a package of 200 files',
          measured: `${(middle.bytes / 1e6).toFixed(1)} MB`,
          against: 'seconds on the clock',
          value: middle.seconds,
          bar: BAR_SECONDS,
          unit: ' s',
        }),
        row({
          name: 'its memory',
          measured: mib(middle.maxRss),
          against: 'resident, at most',
          value: middle.maxRss / 1024 / 1024,
          bar: BAR_MEMORY,
          unit: ' MiB',
        }),
        ...bundleRows('a bundle in one file, read whole', bundle),
        ...bundleRows('a larger bundle, searched as text', large),
        row({
          name: `growth from ${SIZES[1]} to ${SIZES.at(-1)} files`,
          measured: `${(perByte(grown.at(-1)) * 1e9).toFixed(0)} ms CPU per MB`,
          against: `${(perByte(grown[1]) * 1e9).toFixed(0)} ms CPU per MB`,
          value: perByte(grown.at(-1)) / perByte(grown[1]),
          bar: BAR_GROWTH,
        }),
      ],
      notes: [
        'CPU of an analysis by the number of files, start of the process left out.',
        table(
          ['files', 'MB', 'CPU', 'MB/s'],
          grown.map((each, index) => [
            SIZES[index],
            (each.bytes / 1e6).toFixed(2),
            `${each.cpuSeconds.toFixed(2)} s`,
            megabytesPerSecond(each),
          ]),
        ),
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
