// Checks the staged files of a commit: format, lint and, if one is TypeScript, the types of the whole project. Reads them from
// the working tree. Run by .githooks/pre-commit, or by hand: node scripts/check-staged.mjs
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

if (process.argv.includes('--help')) {
  console.log('usage: node scripts/check-staged.mjs\nChecks format, lint and types of what is staged.');
  process.exit(0);
}

const TSC = 'node_modules/typescript-7/bin/tsc';
const PROJECTS = ['tsconfig.json', 'packages/dashboard/tsconfig.json'];

/** Paths that git prints, separated by NUL. */
const paths = (...options) =>
  execFileSync('git', ['diff', '--name-only', '--diff-filter=d', '-z', ...options], { encoding: 'utf8' })
    .split('\0')
    .filter((path) => path !== '');

/** Runs a program of the dependencies and returns whether it succeeded. */
function passes(program, ...options) {
  // Its output goes to the terminal.
  const { status } = spawnSync(program, options, { stdio: 'inherit' });
  return status === 0;
}

const staged = paths('--cached');
const unstaged = new Set(paths());
const mixed = staged.filter((path) => unstaged.has(path));
if (mixed.length > 0) {
  console.error(`pre-commit: checked with the changes that are not staged: ${mixed.join(', ')}`);
}
const sources = staged.filter((path) => /\.(ts|tsx|mts|js|mjs|cjs)$/.test(path));
const typed = staged.some((path) => /\.(ts|tsx|mts)$|(^|\/)(tsconfig.*|package)\.json$/.test(path));
const checks = [
  staged.length === 0 || passes('oxfmt', '--check', '--no-error-on-unmatched-pattern', ...staged),
  sources.length === 0 || passes('oxlint', '--no-error-on-unmatched-pattern', ...sources),
  !typed || PROJECTS.filter(existsSync).every((project) => passes(process.execPath, TSC, '-p', project)),
];
if (checks.includes(false)) {
  console.error('pre-commit: not committed; "npm run format" fixes the format, --no-verify skips the checks');
  process.exitCode = 1;
}
