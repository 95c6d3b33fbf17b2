import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { publish, packagePath, setStatus, uploadBundle, bundleOf } from '../../support/builders.js';
import { CiGate, uniqueName } from '../../support/ci-gate.js';
import { PASSWORD } from '../../support/credentials.js';
import { MetricValues } from '../../support/metric-values.js';

const RATE = 20;

let gate: CiGate;
let metrics: MetricValues;
beforeAll(async () => {
  gate = await CiGate.start({ RATE_LIMIT_ANONYMOUS: String(RATE) });
  metrics = await MetricValues.of(gate.t);
});
afterAll(async () => {
  metrics.close();
  await gate.close();
});

describe('mcp_hub_build_info', () => {
  it('has the versions of the package and of Node.js', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(await metrics.all('mcp_hub_build_info')).toEqual({
      [`mcp_hub_build_info{version="${version}",node="${process.versions.node}"}`]: 1,
    });
  });
});

describe('the metrics of the product', () => {
  it('count versions published and revoked, once per change', async () => {
    const admin = await gate.t.actors.admin();
    const counted = await metrics.growth('mcp_hub_version_status_changes_total', async () => {
      await publish(admin, 'acme/counted', '1.0.0');
      await setStatus(admin, 'acme/counted', '1.0.0', 'published');
      await uploadBundle(admin, 'acme', bundleOf('acme/counted', '1.0.0'));
      for (const status of ['published', 'published', 'revoked', 'revoked'] as const) {
        await setStatus(admin, 'acme/counted', '1.0.0', status);
      }
    });
    expect(counted).toEqual({
      'mcp_hub_version_status_changes_total{status="published"}': 1,
      'mcp_hub_version_status_changes_total{status="revoked"}': 1,
    });
  });

  it('count resolves by their outcome', async () => {
    const admin = await gate.t.actors.admin();
    const nobody = await gate.t.actors.bearer({ scopes: ['mcp:resolve:prepublish'], resources: ['org/'] });
    await publish(admin, 'acme/resolved', '1.0.0');
    await uploadBundle(admin, 'acme', bundleOf('acme/resolved', '1.0.0'));
    await setStatus(admin, 'acme/resolved', '1.0.0', 'published');
    const path = `${packagePath('acme/resolved')}/resolve?ref=`;
    const counted = await metrics.growth('mcp_hub_resolves_total', async () => {
      for (const ref of ['latest', '1.0.0', '9.9.9']) await admin.get(path + ref);
      await nobody.get(`${path}1.0.0`);
    });
    expect(counted).toEqual({
      'mcp_hub_resolves_total{outcome="found"}': 2,
      'mcp_hub_resolves_total{outcome="not_found"}': 1,
      'mcp_hub_resolves_total{outcome="refused"}': 1,
    });
  });

  it('count logins at the registry, accepted and refused', async () => {
    const { username } = await gate.t.actors.user('counted');
    const login = (password: string) =>
      gate.t.actors.anonymous.post('/v1/auth/login', { username, password });
    const counted = await metrics.growth('mcp_hub_registry_logins_total', async () => {
      await login(PASSWORD);
      await login('wrong');
      await login('wrong again');
    });
    expect(counted).toEqual({
      'mcp_hub_registry_logins_total{outcome="accepted"}': 1,
      'mcp_hub_registry_logins_total{outcome="refused"}': 2,
    });
  });

  it('count logins blocked after too many wrong passwords as refused', async () => {
    const { username } = await gate.t.actors.user('guessed');
    const counted = await metrics.growth('mcp_hub_registry_logins_total', async () => {
      for (let n = 0; n < 12; n += 1) {
        await gate.t.actors.anonymous.post('/v1/auth/login', { username, password: 'wrong' });
      }
    });
    expect(counted).toEqual({ 'mcp_hub_registry_logins_total{outcome="refused"}': 12 });
  });

  it('count refused sign-ins at the hub by their reason', async () => {
    const counted = await metrics.growth('mcp_hub_sign_in_refusals_total', () =>
      fetch(`${gate.t.url}/auth/callback?state=forged`),
    );
    expect(counted).toEqual({ 'mcp_hub_sign_in_refusals_total{reason="no_pending_sign_in"}': 1 });
  });

  it('count evaluations and the servers in them by their verdict', async () => {
    const name = uniqueName('counted');
    await gate.server(name);
    const [allowed, denied] = [name, 'nobody/nothing'].map((one) => ({ name: one, version: 'latest' }));
    const counted = await metrics.growth('mcp_hub_evaluat', async () => {
      await gate.ask(...[allowed, denied, denied].filter((one) => one !== undefined));
      await gate.ask(...[allowed, allowed].filter((one) => one !== undefined));
      await gate.token.post('/api/v1/ci/evaluate', gate.request({ org_id: 'another' }));
    });
    expect(counted).toEqual({
      'mcp_hub_evaluations_total{result="FAIL"}': 1,
      'mcp_hub_evaluations_total{result="PASS"}': 1,
      'mcp_hub_evaluated_servers_total{result="ALLOWED"}': 3,
      'mcp_hub_evaluated_servers_total{result="DENIED"}': 2,
    });
  });

  it('count rate-limited requests by the kind of their caller', async () => {
    const counted = await metrics.growth('mcp_hub_rate_limits_exceeded_total', async () => {
      const statuses: number[] = [];
      while (statuses.filter((status) => status === 429).length < 2) {
        statuses.push((await gate.t.actors.anonymous.get('/api/v1/mcps')).status);
        expect(statuses.length).toBeLessThan(3 * RATE);
      }
    });
    expect(counted).toEqual({ 'mcp_hub_rate_limits_exceeded_total{caller="anonymous"}': 2 });
  });
});

describe('the series of the product', () => {
  const COUNTERS = ['resolves', 'registry_logins', 'sign_in_refusals', 'evaluations', 'rate_limits_exceeded'];

  it('exist from the start, at 0, so that an alert on their increase sees the first event', async () => {
    for (const name of COUNTERS) {
      const series = Object.keys(await metrics.all(`mcp_hub_${name}_total`));
      expect([name, series.length > 1]).toEqual([name, true]);
    }
  });

  it('have label values from the program only, never from a request', async () => {
    const labels = [...(await metrics.text()).matchAll(/^mcp_hub_(\w+)_total\{(.*)\} /gm)];
    const counters = new Set(labels.map(([, counter]) => counter));
    expect([...counters]).toEqual(expect.arrayContaining(COUNTERS));
    for (const [, , text = ''] of labels) expect(text).toMatch(/^(\w+="[A-Za-z_.-]+",?)+$/);
  });
});
