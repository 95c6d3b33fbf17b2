#!/usr/bin/env node
/**
 * How much of the product the tests run: `npm run coverage [-- PATTERN]`.
 *
 * Runs `npm test` with V8's own coverage, also in the processes that tests start, and prints one line. The report by file
 * is coverage/index.html. In GitHub Actions, the line is a part of the summary. Ends as the tests do.
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const USAGE = `usage: npm run coverage [-- PATTERN]
Runs the tests, and prints how much of the product they run.
  PATTERN  only test files whose path matches; an option of Jest`;

const words = process.argv.slice(2);
if (words.includes('--help')) {
  console.log(USAGE);
  process.exit(0);
}

/** Runs a program in this terminal, and gives its exit code. */
const run = (program, options, env = process.env) =>
  spawnSync(program, options, { stdio: 'inherit', env }).status ?? 1;

const REPORT = [
  'report',
  // What runs; its source maps lead to src/. Nothing of it is left out, as c8 would.
  '--include=dist/**',
  '--include=packages/*/dist/**',
  '--exclude=node_modules/**',
  '--reporter=json-summary',
  '--reporter=html',
  '--reports-dir=coverage',
];

/** The line of the report for people. */
function summary() {
  const { total } = JSON.parse(readFileSync('coverage/coverage-summary.json', 'utf8'));
  const part = (name) => `${total[name].pct.toFixed(1)} % of ${name}`;
  return `coverage: ${['lines', 'branches', 'functions'].map(part).join(', ')}`;
}

const folder = mkdtempSync(join(tmpdir(), 'mcp-hub-coverage-'));
try {
  process.exitCode = run('npm', ['test', '--', ...words], { ...process.env, NODE_V8_COVERAGE: folder });
  if (run('c8', [...REPORT, `--temp-directory=${folder}`]) !== 0) throw new Error('there is no report');
  const line = summary();
  console.log(line);
  if (process.env.GITHUB_STEP_SUMMARY) appendFileSync(process.env.GITHUB_STEP_SUMMARY, `${line}\n`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
