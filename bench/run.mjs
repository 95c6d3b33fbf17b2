// Benchmarks that compare the product with a peer and with a floor in the same run: `node bench/run.mjs --help`
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import * as analyzer from '../packages/analyzer/bench/analyzer.mjs';
import * as allowLists from './cases/allow-lists.mjs';
import * as catalog from './cases/catalog.mjs';
import * as download from './cases/download.mjs';
import * as gate from './cases/gate.mjs';
import * as grc from './cases/grc.mjs';
import * as jwt from './cases/jwt.mjs';
import * as memory from './cases/memory.mjs';
import * as packages from './cases/packages.mjs';
import * as patterns from './cases/patterns.mjs';
import * as pipeline from './cases/pipeline.mjs';
import * as publication from './cases/publication.mjs';
import * as publish from './cases/publish.mjs';
import * as ranges from './cases/ranges.mjs';
import * as reports from './cases/reports.mjs';
import * as resolve from './cases/resolve.mjs';
import * as mcpRun from './cases/run.mjs';
import * as s3 from './cases/s3.mjs';
import * as soak from './cases/soak.mjs';
import * as tax from './cases/tax.mjs';
import * as upload from './cases/upload.mjs';
import { resultTable } from './lib/report.mjs';
import { INSTALL_PEERS, isVerdaccioInstalled } from './lib/verdaccio.mjs';
import { writeResults, writtenTogether } from './lib/write-results.mjs';

const CASES = {
  resolve,
  jwt,
  download,
  upload,
  s3,
  publish,
  publication,
  tax,
  catalog,
  memory,
  packages,
  ranges,
  patterns,
  analyzer,
  pipeline,
  gate,
  'allow-lists': { about: allowLists.about, run: allowLists.run },
  run: { about: mcpRun.about, run: mcpRun.run },
  grc,
  reports,
  soak,
};
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const LONGEST_RUN_MS = 60 * 60_000;

const HELP = `node bench/run.mjs [options] [case…]

Runs the cases named, or all that take little time:
${Object.entries(CASES)
  .map(
    ([name, { about, onlyWhenNamed }]) =>
      `  ${name.padEnd(11)} ${about}${onlyWhenNamed ? ' (only when named)' : ''}`,
  )
  .join('\n')}

Options:
  --seconds N      seconds of load a turn (3)
  --rounds N       turns of each server; the median counts (5)
  --requests N     requests of the soak (200000)
  --postgres URL   a PostgreSQL server for the variants on one; without it they are left out
                   (postgres://postgres@127.0.0.1:5432/postgres)
  --redis URL      a Redis server for workers (redis://127.0.0.1:6379)
  --dist DIR       the compiled product (dist, with packages/ beside it), to compare one build with
                   another
  --write          put the results in docs/performance.md; without names, of all cases, those that run
                   only when named too
  --help

Needs Linux (/proc), the compiled product (npm run build) and, for resolve and publication, the peers: when they are missing,
it runs "${INSTALL_PEERS}".
Exit code: 0 when every bar is kept, 1 when one is missed, 2 when it cannot run.`;

/**
 * @typedef {object} Options
 * @property {number} seconds
 * @property {number} rounds
 * @property {number} requests Of the soak.
 * @property {string} postgres
 * @property {string} redis
 * @property {string} dist
 */

function giveUp(message) {
  console.error(message);
  process.exit(2);
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        seconds: { type: 'string', default: '3' },
        rounds: { type: 'string', default: '5' },
        requests: { type: 'string', default: '200000' },
        postgres: { type: 'string', default: 'postgres://postgres@127.0.0.1:5432/postgres' },
        redis: { type: 'string', default: 'redis://127.0.0.1:6379' },
        dist: { type: 'string', default: join(ROOT, 'dist') },
        write: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    return giveUp(`${error.message}\n\n${HELP}`);
  }
}

function installPeers() {
  if (isVerdaccioInstalled()) return;
  console.error(INSTALL_PEERS);
  const { status } = spawnSync('npm', INSTALL_PEERS.split(' ').slice(1), { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) giveUp(`the peers could not be installed; run "${INSTALL_PEERS}"`);
}

const { values, positionals } = readArguments();
if (values.help) {
  console.log(HELP);
  process.exit(0);
}
const unasked = Object.keys(CASES).filter((name) => values.write || !CASES[name].onlyWhenNamed);
const names = positionals.length === 0 ? unasked : positionals;
const unknown = names.find((name) => !Object.hasOwn(CASES, name));
const options = {
  ...values,
  seconds: Number(values.seconds),
  rounds: Number(values.rounds),
  requests: Number(values.requests),
};
if (unknown !== undefined) giveUp(`there is no case ${unknown}\n\n${HELP}`);
if (!(options.seconds > 0) || !(options.rounds >= 1) || !(options.requests >= 1))
  giveUp('--seconds, --rounds and --requests must be positive numbers');
const groups = values.write ? await writtenTogether() : [];
const torn = groups.find((group) => names.some((name) => group.includes(name)) && !group.every((name) => names.includes(name))); // prettier-ignore
if (torn) giveUp(`--write needs one run of all of these: ${torn.join(' ')}`);
const unwritten = values.write ? names.find((name) => !groups.flat().includes(name)) : undefined;
if (unwritten !== undefined) giveUp(`docs/performance.md has no place for ${unwritten}`);
if (!existsSync('/proc/self/stat')) giveUp('CPU time and memory are read from /proc, which only Linux has');
if (!existsSync(join(options.dist, 'main.js'))) giveUp(`${options.dist} holds no build: npm run build`);
if (names.some((name) => CASES[name].needsPeers)) installPeers();

setTimeout(() => giveUp('the run took too long'), LONGEST_RUN_MS).unref();
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));

const results = new Map();
for (const name of names) {
  console.error(`${name}: ${CASES[name].about} …`);
  results.set(name, await CASES[name].run(options));
  console.log(`${reportOf([name])}\n`);
}

/** The results of some cases: their rows in one table, and their notes. */
function reportOf(group) {
  const all = group.map((name) => results.get(name));
  return [resultTable(all.flatMap(({ rows }) => rows)), ...all.flatMap(({ notes = [] }) => notes)].join(
    '\n\n',
  );
}

for (const group of groups) if (results.has(group[0])) await writeResults(group, reportOf(group));
process.exit([...results.values()].every(({ rows }) => rows.every(({ passed }) => passed)) ? 0 : 1);
