import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from '@jest/globals';
import { SCOPES } from '../../../src/auth/rules/scopes.js';
import { MetricValues } from '../../support/metric-values.js';
import { anAnalyzedVersion, publishDue } from '../../support/publications.js';
import { useTestApp } from '../../support/suite.js';

const PAGE = readFileSync('docs/operations.md', 'utf8');

/** The rows of the page's tables, keyed by their leading code without labels. */
const ROWS = new Map(
  [...PAGE.matchAll(/^\| `([\w:]+)[^`]*` *\|(.*)\|$/gm)].map(([, name = '', text = '']) => [name, text]),
);

const t = await useTestApp();
const metrics = await MetricValues.of(t);
afterAll(() => metrics.close());

it('describes every metric of the product, and each value of its labels', async () => {
  const text = await metrics.text();
  const names = [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name);
  const own = names.filter((name) => !/^(?:process|nodejs)_/.test(name));
  expect(own).toContain('http_requests_in_progress');
  expect(own.filter((name) => !ROWS.has(name))).toEqual([]);

  const series = [...text.matchAll(/^(mcp_hub_\w+_total)\{\w+="([^"]+)"\}/gm)];
  expect(series.length).toBeGreaterThan(20);
  const missing = series.filter(([, name = '', value = '']) => !ROWS.get(name)?.includes(`\`${value}\``));
  expect(missing.map(([line]) => line)).toEqual([]);
});

it('describes every scope of the registry', () => {
  expect(SCOPES.filter((scope) => !ROWS.has(scope))).toEqual([]);
});

it('shows commands that verify the attestation of a version', async () => {
  const admin = await t.actors.admin();
  const { bundleDigest } = await anAnalyzedVersion(t, { mcp: { name: 'acme/files' } });
  await publishDue(t);
  const [, commands = ''] = /^## Certification\n[^]*?^```bash\n([^]*?)^```$/m.exec(PAGE) ?? [];
  const folder = await mkdtemp(join(tmpdir(), 'mcp-hub-attestation-'));
  try {
    await symlink(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
    const env = {
      ...process.env,
      HUB: t.url,
      JWT: admin.credentials['authorization']?.slice('Bearer '.length),
    };
    const options = { env, cwd: folder };
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', commands], options);
    expect(JSON.parse(stdout)).toMatchObject({ subject: [{ digest: { sha256: bundleDigest.slice(7) } }] });
  } finally {
    await rm(folder, { recursive: true });
  }
});
