// Mutation tests: changes one place of the code at a time, and runs the tests that must fail then: npm run mutants
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import setUp, { prepareFolder } from '../test/support/global-setup.mjs';
import { allMutants, barOf, readSurvivors } from './mutants/all.mjs';
import { compiledModule, mutatedSource } from './mutants/compiled.mjs';
import { importersOf } from './mutants/importers.mjs';
import { createJudge } from './mutants/processes.mjs';
import { dueTestFiles, readReached, recordReached } from './mutants/reached.mjs';
import { sampled } from './mutants/sampled.mjs';
import { createSelection } from './mutants/selection.mjs';
import { createTypeCheck } from './mutants/types.mjs';
import { summaryOf } from './mutants/summary.mjs';

const USAGE = `usage: npm run mutants [-- TEXT…] [--area NAME] [--sample N] [--seed N] [--all] [--tests N] [--list]
       npm run mutants -- --record [PATTERN…] [--fresh]
Changes one place of the code at a time, and runs the test files that reach it until one fails.
  TEXT       only mutants whose id contains it
  --area     only those of an area whose name starts so; can be given several times
  --sample   how many, picked evenly by chance; 60 by default
  --seed     which ones; the same number picks the same ones as long as the code is the same
  --all      all of them
  --tests    run at most so many test files for a mutant; 20 by default
  --list     show the ids only
  --record   run the tests (PATTERN: only those whose path contains it) to learn what they reach; needed once, and again for
             test files that have changed. --fresh: also for those that have not
Fails if fewer are caught than the bar of an area, or if test/mutants/survivors.json does not say what is true.
Mutants of scripts/mutant-list.mjs that need PostgreSQL, Redis and S3 use TEST_DATABASE_URL and TEST_REDIS_URL, or the
standard ports.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean' },
    list: { type: 'boolean' },
    all: { type: 'boolean' },
    record: { type: 'boolean' },
    fresh: { type: 'boolean' },
    area: { type: 'string', multiple: true },
    sample: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    tests: { type: 'string', default: '20' },
  },
});
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}

const REAL_ENGINES = {
  TEST_DATABASE_URL: process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres',
  TEST_REDIS_URL: process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379',
  TEST_STORAGE: 's3',
};
/** What a mutant may take longer than its tests without it. */
const SLOWER = 6;
const SPARE_SECONDS = 180;

/** Runs something with the folders that tests start from, and the databases if they are of the server. */
async function prepared(environment, tests, work) {
  const before = { ...process.env };
  Object.assign(process.env, environment);
  await (tests.every((test) => test.startsWith('packages/')) ? prepareFolder() : setUp());
  try {
    return await work();
  } finally {
    await globalThis.tearDownTests();
    for (const name of Object.keys(environment)) {
      if (before[name] === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = before[name];
    }
  }
}

/** How the tests judge a mutant: `caught`, `lived`, `unreached` or `broken` (it cannot be compiled, or no test ran). */
async function judge(mutant, tests, reached, { folder, judges, isTypeError }) {
  const file = join(folder, `${createHash('sha256').update(mutant.id).digest('hex')}.json`);
  const source = mutatedSource(mutant);
  let module;
  try {
    module = compiledModule(mutant.file, source);
  } catch {
    return { verdict: 'broken' };
  }
  // What is written by hand or removes a row is no code that anybody would write.
  if (mutant.start !== undefined && isTypeError(mutant.file, source))
    return { verdict: 'caught', by: 'types' };
  if (tests.length === 0) return { verdict: 'unreached' };
  writeFileSync(file, JSON.stringify(module));
  const usual = tests.reduce((sum, test) => sum + (reached[test]?.seconds ?? 30), 0);
  const addresses = [...importersOf(module.url)];
  const { failure, timedOut, ended, passed } = await judges.judge(
    { mutant: file, addresses, tests },
    usual * SLOWER + SPARE_SECONDS,
  );
  if (failure) return { verdict: 'caught', by: failure.file };
  if (timedOut) return { verdict: 'caught', by: 'time limit' };
  // A process that ended by itself, which no test said.
  if (ended) return { verdict: 'caught', by: `end of ${ended}` };
  return { verdict: passed === 0 ? 'broken' : 'lived' };
}

async function runAll(chosen, reached) {
  const select = createSelection(reached);
  const folder = mkdtempSync(join(tmpdir(), 'mcp-hub-mutants-'));
  const judges = createJudge();
  const isTypeError = createTypeCheck();
  const judged = [];
  const started = performance.now();
  const withTests = chosen.map((mutant) => {
    const able = select(mutant);
    return { mutant, able: able.length, tests: able.slice(0, Number(values.tests)) };
  });
  const run = async ({ mutant, able, tests }) => {
    const result = await judge(mutant, tests, reached, { folder, judges, isTypeError });
    judged.push({ mutant, ...result, able, tests: tests.length });
    const left = ((performance.now() - started) / judged.length / 60_000) * (chosen.length - judged.length);
    const ran = result.by ?? `${tests.length} of ${able} test files`;
    console.log(
      `${judged.length}/${chosen.length} ${result.verdict.padEnd(9)} ${mutant.id} (${ran}; ${left.toFixed(0)} min left)`,
    );
  };
  try {
    for (const [environment, part] of [
      [{}, withTests.filter(({ mutant }) => mutant.engines === undefined)],
      [REAL_ENGINES, withTests.filter(({ mutant }) => mutant.engines !== undefined)],
    ]) {
      if (part.length === 0) continue;
      const tests = part.flatMap((each) => each.tests);
      await prepared(environment, tests, async () => {
        for (const each of part) await run(each);
        await judges.end();
      });
    }
  } finally {
    await judges.end();
    rmSync(folder, { recursive: true, force: true });
  }
  return judged;
}

const all = await allMutants();
if (values.record) {
  const due = dueTestFiles(positionals, values.fresh ?? false);
  const sources = [...new Set(all.map(({ file }) => file))];
  await prepared({}, due, () => recordReached(sources, due));
  process.exit(0);
}
const wanted = all.filter(
  ({ id, area }) =>
    (positionals.length === 0 || positionals.some((text) => id.includes(text))) &&
    (values.area === undefined || values.area.some((name) => area.startsWith(name))),
);
const chosen = values.all ? wanted : sampled(wanted, Number(values.sample), Number(values.seed));
if (values.list) {
  for (const { id } of chosen) console.log(id);
  process.exit(0);
}
if (chosen.length === 0) {
  console.error('no mutant is like that; see --list');
  process.exit(2);
}
const reached = readReached();
if (Object.keys(reached).length === 0) {
  console.error('what the tests reach has not been recorded yet: npm run mutants -- --record');
  process.exit(2);
}
const { lines, ok } = summaryOf(await runAll(chosen, reached), readSurvivors(), barOf);
console.log(lines.join('\n'));
process.exit(ok ? 0 : 1);
