import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, expect, it } from '@jest/globals';
import { SCOPES } from '../../../src/access/scopes.js';
import { aVersion } from '../../support/builders.js';
import { ISSUER_SECRET } from '../../support/credentials.js';
import { MetricValues } from '../../support/metric-values.js';
import { useTestApp } from '../../support/suite.js';
import { resolve } from '../../support/version-requests.js';

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

it('shows commands that certify a version', async () => {
  const admin = await t.actors.admin();
  await aVersion(admin, 'acme/filesystem', '1.0.0', { certification_level: 3 }).ingested();
  const [, commands = ''] = /^## Certification\n[^]*?^```bash\n([^]*?)^```$/m.exec(PAGE) ?? [];
  const env = { ...process.env, HUB: t.url, AUTH_OSS_ISSUER_SECRET: ISSUER_SECRET };
  await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', commands], { env });
  const { body } = await resolve(admin, 'acme/filesystem', '1.0.0');
  expect(body.resolved).toMatchObject({ certification_level: 2, claimed_certification_level: 3 });
});
