#!/usr/bin/env node
/**
 * Measures the test coverage of the product: `npm run coverage [-- PATTERN]`.
 *
 * Runs `npm test` with V8's built-in coverage, also in processes that tests start, and prints one line. The report by file is
 * coverage/index.html. In GitHub Actions, the line becomes part of the summary. Exits with the code of the tests.
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const USAGE = `usage: npm run coverage [-- PATTERN]
Runs the tests, and prints their coverage of the product.
  PATTERN  only test files whose path matches; an option of Jest`;

const words = process.argv.slice(2);
if (words.includes('--help')) {
  console.log(USAGE);
  process.exit(0);
}

/** Runs a program in this terminal and returns its exit code. */
const run = (program, options, env = process.env) =>
  spawnSync(program, options, { stdio: 'inherit', env }).status ?? 1;

const REPORT = [
  'report',
  // The compiled code, whose source maps refer to src/. Nothing is excluded; by default, c8 excludes files.
  '--include=dist/**',
  '--include=packages/*/dist/**',
  '--exclude=node_modules/**',
  '--reporter=json-summary',
  '--reporter=html',
  '--reports-dir=coverage',
];

/** The summary line of the report. */
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
