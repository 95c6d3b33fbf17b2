// Mutation tests: applies one mutant at a time and runs the tests that must detect it: npm run mutants
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { JEST } from './jest-arguments.mjs';
import { MUTANTS } from './mutant-list.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean' }, list: { type: 'boolean' } },
});
if (values.help) {
  console.log(
    [
      'usage: npm run mutants [-- NAME…] [--list]',
      'Changes the code in one place at a time (scripts/mutant-list.mjs), in a copy, and runs the tests that must fail then.',
      'Fails when fewer than nine in ten are caught. NAME picks those whose names contain it; --list shows them.',
      'Some need PostgreSQL, Redis and S3: they use TEST_DATABASE_URL and TEST_REDIS_URL, or the standard ports.',
    ].join('\n'),
  );
  process.exit(0);
}

const chosen = MUTANTS.filter(
  ({ name }) => positionals.length === 0 || positionals.some((part) => name.includes(part)),
);
if (values.list) {
  for (const { name, file } of chosen) console.log(`${name}  ${file}`);
  process.exit(0);
}
if (chosen.length === 0) {
  console.error('no mutant has such a name; see --list');
  process.exit(2);
}

const LEFT_OUT = new Set(['node_modules', '.git', 'data', 'coverage']);
const REAL_ENGINES = {
  TEST_DATABASE_URL: process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres',
  TEST_REDIS_URL: process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379',
  TEST_STORAGE: 's3',
};

const copy = mkdtempSync(join(tmpdir(), 'mcp-hub-mutants-'));
for (const entry of readdirSync('.')) {
  if (!LEFT_OUT.has(entry)) cpSync(entry, join(copy, entry), { recursive: true });
}
symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'));

/** Runs the tests of a mutant. `ran` says whether any test ran: otherwise the result proves nothing. */
function runTests({ tests, engines }) {
  const report = join(copy, 'mutant-report.json');
  rmSync(report, { force: true });
  spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: copy, stdio: 'ignore' });
  spawnSync(process.execPath, [...JEST, '--silent', '--json', `--outputFile=${report}`, ...tests], {
    cwd: copy,
    stdio: 'ignore',
    env: { ...process.env, ...(engines === 'real' && REAL_ENGINES) },
  });
  const { numFailedTests, numTotalTests } = JSON.parse(readFileSync(report, 'utf8'));
  return { failed: numFailedTests, ran: numTotalTests };
}

let caught = 0;
const problems = [];
try {
  for (const [index, mutant] of chosen.entries()) {
    const path = join(copy, mutant.file);
    const original = readFileSync(path, 'utf8');
    if (original.split(mutant.find).length !== 2) {
      problems.push(`${mutant.name}: its text is not, or not once, in ${mutant.file}`);
      continue;
    }
    writeFileSync(
      path,
      original.replace(mutant.find, () => mutant.replace),
    );
    const started = performance.now();
    const { failed, ran } = runTests(mutant);
    writeFileSync(path, original);
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    const isCaught = ran > 0 && failed > 0;
    if (ran === 0) problems.push(`${mutant.name}: no test ran`);
    caught += Number(isCaught);
    console.log(
      `${index + 1}/${chosen.length} ${isCaught ? 'caught  ' : 'SURVIVED'} ${mutant.name} (${failed} of ${ran} tests, ${seconds} s)`,
    );
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
for (const problem of problems) console.error(problem);
console.log(`${caught} of ${chosen.length} mutants caught`);
process.exitCode = problems.length === 0 && caught >= chosen.length * 0.9 ? 0 : 1;
