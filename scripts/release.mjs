#!/usr/bin/env node
/**
 * Makes a release of the product: `npm run release -- 1.2.0`.
 *
 * Writes the version into the manifests, the lockfile and the label of the image, gives the unreleased section of CHANGELOG.md
 * its heading, copies the OpenAPI documents to docs/openapi/released, commits and tags. Does not push. A refusal prints a
 * sentence, exits with 1 and changes nothing.
 */
import { execFileSync } from 'node:child_process';
import { globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { refusal } from './release/refusals.mjs';
import { versionEdits } from './release/version-edits.mjs';

const USAGE = `usage: npm run release -- VERSION [--dry-run]
Gives the product, its packages and its image the version, as 1.2.0, and commits and tags that. Run npm run verify first.
  --dry-run  name the files that would change, and change nothing`;

const read = (path) => readFileSync(path, 'utf8');

/** The output of a git command. Its errors go to the terminal. */
const git = (...words) => execFileSync('git', words, { encoding: 'utf8' }).trimEnd();

/**
 * The version, and whether this is a dry run.
 * @throws Error for invalid arguments
 */
function parameters() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean' }, help: { type: 'boolean' } },
  });
  if (values.help === true) {
    console.log(USAGE);
    process.exit(0);
  }
  if (positionals.length !== 1) throw new Error(`name one version\n${USAGE}`);
  return { version: positionals[0], isTrial: values['dry-run'] === true };
}

const repository = () => ({
  current: JSON.parse(read('package.json')).version,
  tags: git('tag', '--list', 'v*').split('\n'),
  branch: git('branch', '--show-current'),
  isClean: git('status', '--porcelain') === '',
  changelog: read('CHANGELOG.md'),
});

/** The new content of each file of a release, by path. */
function textsOf(version) {
  const packages = globSync('packages/*/package.json').map((path) => ({
    folder: dirname(path).replaceAll('\\', '/'),
    name: JSON.parse(read(path)).name,
  }));
  const date = new Date().toISOString().slice(0, 10);
  const documents = readdirSync('docs/openapi').filter((name) => name.endsWith('.yaml'));
  return new Map([
    ...versionEdits(version, date, packages).map(({ path, edit }) => [path, edit(read(path))]),
    ...documents.map((name) => [`docs/openapi/released/${name}`, read(`docs/openapi/${name}`)]),
  ]);
}

/** Commits and tags the new contents, or restores the previous state. */
function release(version, texts) {
  try {
    for (const [path, text] of texts) writeFileSync(path, text);
    git('add', '--', ...texts.keys());
    git('commit', '--quiet', '--message', `release: ${version}`);
    git('tag', '--annotate', '--message', `mcp-hub ${version}`, `v${version}`);
  } catch (error) {
    git('restore', '--staged', '--worktree', '.');
    throw error;
  }
}

try {
  const { version, isTrial } = parameters();
  const wrong = refusal(version, repository());
  if (wrong !== undefined) throw new Error(wrong);
  const texts = textsOf(version);
  if (isTrial) {
    console.log(`${version} would change:\n${[...texts.keys()].join('\n')}`);
  } else {
    release(version, texts);
    console.log(`tagged v${version}. What is left to do:
  git push --follow-tags
  docker build --tag mcp-hub:${version} --build-arg REVISION=$(git rev-parse HEAD) .
  npm pack --workspaces --include-workspace-root`);
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
