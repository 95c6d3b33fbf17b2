#!/usr/bin/env node
/**
 * Finds changes of the OpenAPI documents that break clients of the last release: `npm run openapi:changes`.
 *
 * Compares docs/openapi/*.yaml with docs/openapi/released/*.yaml, which the release script replaces. A breaking change is
 * accepted if the part "Breaking" of the unreleased section of CHANGELOG.md names its operation, as in `GET /v1/org/{org}`.
 * Warnings are only printed. Exits with 1 if a breaking change is not accepted.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { breakingPart, unreleased } from './changelog.mjs';
import { documentChanges } from './openapi/document-changes.mjs';

const USAGE = `usage: node scripts/check-openapi.mjs [folder]
Compares the OpenAPI documents with those of the last release.
  folder  the folder of the repository; this one by default`;

const [folder = '.'] = process.argv.slice(2);
if (folder === '--help') {
  console.log(USAGE);
  process.exit(0);
}

const read = (path) => readFileSync(join(folder, path), 'utf8');
const accepted = breakingPart(unreleased(read('CHANGELOG.md'))) ?? '';

const names = readdirSync(join(folder, 'docs/openapi/released')).filter((name) => name.endsWith('.yaml'));
const changes = names.flatMap((name) =>
  documentChanges(parse(read(`docs/openapi/released/${name}`)), parse(read(`docs/openapi/${name}`))),
);
const labeled = changes.map((change) => ({
  ...change,
  label:
    change.level === 'breaking' && accepted.includes(`\`${change.operation}\``)
      ? 'accepted, breaking'
      : change.level,
}));
for (const { operation, label, what } of labeled) console.log(`${label}: ${operation}: ${what}`);
const refused = labeled.filter(({ label }) => label === 'breaking').length;
console.log(`${names.length} documents, ${changes.length} changes for clients, ${refused} to fix`);
if (refused > 0) {
  console.error(
    'Fix these changes, or name each operation as `GET /v1/…` under "### Breaking" in the unreleased section of CHANGELOG.md.',
  );
}
process.exitCode = refused === 0 ? 0 : 1;
