// Writes the generated documents, or with --check fails when one is stale. Run after a build: npm run generate
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { composeVariables } from './compose-variables.mjs';
import { dashboardCatalogs } from './dashboard-catalogs.mjs';

const MAX_TYPES_BYTES = 16 * 1024 * 1024;

const printed = (...command) =>
  execFileSync(process.execPath, ['dist/cli/main.js', ...command], { encoding: 'utf8' });

/** Types of an OpenAPI document for the web application, without the lint settings of this repository. */
const apiTypes = (document) =>
  execFileSync(
    process.execPath,
    [resolve('node_modules/openapi-typescript/bin/cli.js'), resolve(`docs/openapi/${document}.yaml`)],
    {
      cwd: 'packages/dashboard/src/api',
      encoding: 'utf8',
      maxBuffer: MAX_TYPES_BYTES,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );

async function rulesDocument() {
  const { ALL_RULES, rulesDocument: documentOf } = await import('@mcp-hub/analyzer');
  return documentOf(ALL_RULES);
}

async function environmentExample() {
  const { environmentExample: exampleOf } = await import('../dist/config/environment-example.js');
  return exampleOf(composeVariables());
}

const GENERATED = [
  { file: 'docs/openapi/registry.yaml', text: () => printed('openapi', 'registry') },
  { file: 'docs/openapi/v1.yaml', text: () => printed('openapi', 'v1') },
  { file: 'docs/configuration.md', text: () => printed('configuration') },
  { file: 'packages/analyzer/docs/rules.md', text: rulesDocument },
  // After the documents.
  { file: 'packages/dashboard/src/api/hub.d.ts', text: () => apiTypes('v1') },
  { file: 'packages/dashboard/src/api/registry.d.ts', text: () => apiTypes('registry') },
  { file: 'packages/dashboard/src/api/catalogs.gen.ts', text: dashboardCatalogs },
  { file: '.env.example', text: environmentExample },
];

if (process.argv.includes('--help')) {
  console.log(
    'usage: node scripts/generate.mjs [--check]\n  --check  compare only; exit 1 when a file is stale',
  );
  process.exit(0);
}
const check = process.argv.includes('--check');
let stale = 0;
for (const { file, text: make } of GENERATED) {
  const text = await make();
  if (!check) {
    writeFileSync(file, text);
    console.log(`wrote ${file}`);
  } else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    console.error(`${file} is stale: run npm run generate`);
    stale += 1;
  }
}
process.exitCode = stale === 0 ? 0 : 1;
