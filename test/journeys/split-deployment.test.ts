import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { packedServer, serverFiles } from '../support/analyzed-packages.js';
import type { ApiClient } from '../support/api-client.js';
import { digestOf, manifestOf, publish, setStatus, uploadBundle } from '../support/builders.js';
import { makeCertificates } from '../support/certificates.js';
import { FakeCodeHost } from '../support/code-host-server.js';
import { push as pushOf } from '../support/code-hosts.js';
import { reportsOf } from '../support/made-reports.js';
import { NpmRegistry } from '../support/npm-registry.js';
import { SecurityGate } from '../support/security-gate.js';
import { SplitDeployment } from '../support/split-deployment.js';
import { eventually } from '../support/stored-artifacts.js';
import { finalizeUpload, initiated, sendBundle } from '../support/uploads.js';
import { resolve } from '../support/version-requests.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';
import { deliver, deliverSigned, named, signed, webhookSettings } from '../support/webhooks.js';

// Jobs of another process are seen within 15 seconds, and each journey has several.
const SECONDS = 120;

const receiver = await WebhookReceiver.start();
const folder = await mkdtemp(join(tmpdir(), 'mcp-hub-code-host-'));
const certificates = await makeCertificates(folder);
const codeHost = await FakeCodeHost.start('github', certificates);
afterAll(async () => {
  await receiver.close();
  await codeHost.close();
  await rm(folder, { recursive: true });
});

describe.each([
  { servers: 1, workers: 1 },
  { servers: 2, workers: 2 },
])('$servers servers and $workers workers', (count) => {
  let npm: NpmRegistry;
  let deployment: SplitDeployment;
  let registryAdmin: ApiClient;
  beforeAll(async () => {
    const bytes = await packedServer({ note: 'scanned' });
    npm = await NpmRegistry.start([{ name: 'scanned-server', version: '1.0.0', bytes }]);
    deployment = await SplitDeployment.start(count, {
      ...npm.settings,
      OUTBOUND_WEBHOOKS_TRUSTED_ORIGINS: receiver.origin,
      ...webhookSettings,
      ANALYSIS_SOURCE_HOSTS: codeHost.setting,
      NODE_EXTRA_CA_CERTS: certificates.authority,
    });
    registryAdmin = await deployment.hub.server.admin();
  });
  afterAll(async () => {
    await deployment.close();
    npm.close();
  });

  const owner = (step: number): ApiClient => deployment.at(step, deployment.hub.owner);
  const publisher = (step: number): ApiClient => deployment.at(step, registryAdmin);

  /** The newest version of an MCP once its status is final. @throws when its analysis has failed */
  async function concluded(name: string): Promise<{ id: string; status: string }> {
    let version = { id: '', status: '' };
    await eventually(async () => {
      const { body } = await owner(0).get(`/api/v1/mcps/${name}`);
      version = body?.latest_version ?? version;
      if (version.status === 'FAILED') throw new Error(JSON.stringify(await failures()));
      return ['PUBLISHED', 'CERTIFIED', 'NOT_CERTIFIED'].includes(version.status);
    }, SECONDS);
    return version;
  }
  const failures = (): Promise<object[]> =>
    deployment.hub.home.query('SELECT failure_reason FROM analysis_job WHERE failure_reason IS NOT NULL');

  async function push(name: string, version: string): Promise<string> {
    const bundle = await packedServer({ note: `${name} ${version}` });
    const upload = await initiated(owner(0), name, version, bundle);
    const sent = await sendBundle(deployment.at(1, deployment.hub.anonymous), upload, bundle);
    expect(sent.status).toBe(204);
    const { status, body } = await finalizeUpload(owner(2), upload);
    expect(status).toBe(200);
    return body.version_id as string;
  }

  it('have workers that serve no API', () => {
    for (const { output } of deployment.workers) expect(output).not.toContain('listens on');
    expect(deployment.workers).toHaveLength(count.workers);
  });

  it('push: what one server takes, a worker analyzes and the registry of every server resolves', async () => {
    const id = await push('acme/pushed', '1.0.0');
    await eventually(async () => (await concluded('acme/pushed')).status === 'PUBLISHED', SECONDS);
    expect(await concluded('acme/pushed')).toMatchObject({ id });
    for (let step = 0; step < count.servers; step += 1) {
      const { status, body } = await resolve(publisher(step), 'acme/pushed', '1.0.0');
      expect([status, body.resolved?.status]).toEqual([200, 'published']);
      const bundle = await publisher(step).get(body.resolved.bundle.url as string);
      expect([bundle.status, digestOf(bundle.bytes)]).toEqual([200, body.resolved.bundle.digest]);
    }
  });

  it.each(['private', 'public'])(
    'publish: a %s version of the registry is analyzed by a worker from the store alone, and certified',
    async (visibility) => {
      const name = `acme/straight-${visibility}`;
      const bundle = await packedServer({ note: name });
      const change = {
        bundle_digest: digestOf(bundle),
        bundle_size_bytes: bundle.length,
        manifest_json: manifestOf(name, '1.0.0', { entrypoint: { command: ['node', 'package/server.js'] } }),
        repo_visibility: visibility,
      };
      expect((await publish(publisher(0), name, '1.0.0', change)).status).toBe(200);
      expect((await uploadBundle(publisher(1), 'acme', bundle)).status).toBe(200);
      expect((await setStatus(publisher(2), name, '1.0.0', 'published')).status).toBe(200);
      await concluded(name);
      await eventually(async () => {
        const { body } = await resolve(publisher(1), name, '1.0.0');
        return Number(body.resolved.certification_level) > 0;
      }, SECONDS);
      expect(await failures()).toEqual([]);
    },
  );

  it('webhook: a verdict of a worker is sent once, by a server', async () => {
    const path = randomUUID();
    const { status, text } = await owner(0).post(`/api/v1/orgs/${deployment.hub.orgId}/webhooks`, {
      url: receiver.url(path),
      events: ['version.certified'],
    });
    expect([status, text]).toEqual([201, expect.anything()]);
    const id = await push('acme/announced', '1.0.0');
    await eventually(() => Promise.resolve(receiver.at(path).length > 0), SECONDS);
    await eventually(async () => (await concluded('acme/announced')).status === 'PUBLISHED', SECONDS);
    expect(receiver.at(path).map(({ body }) => body.type)).toEqual(['version.certified']);
    expect(JSON.stringify(receiver.at(path)[0]?.body.data)).toContain(id);
  });

  it('pushed repository: a signed webhook at one server leads to the verdict of a worker, once', async () => {
    const name = `acme/followed-${count.servers}`;
    const repository = codeHost.repository(name, serverFiles({ note: 'first' }));
    const created = await deployment
      .at(0, deployment.hub.admin)
      .post('/api/v1/admin/mcps', { name, repo_url: codeHost.url(name), visibility: 'public' });
    expect([created.status, created.text]).toEqual([201, expect.anything()]);
    const mcpId = created.body.id as string;
    const versions = (): Promise<{ commit_hash: string; status: string }[]> =>
      deployment.hub.home.query(
        `SELECT commit_hash, status FROM mcp_version WHERE mcp_id = '${mcpId}' ORDER BY created_at`,
      );
    const before = repository.refs.get('refs/heads/main') ?? '';
    await concluded(name);

    const after = repository.commit(before, serverFiles({ note: 'second' }));
    repository.refs.set('refs/heads/main', after);
    const { id, path, defaultBranch } = repository;
    const sent = pushOf('github', { id, path, defaultBranch, domain: codeHost.host }, { before, after });
    const body = JSON.stringify(sent.body);
    const headers = named('github', sent.event);
    const sender = (step: number): ApiClient => deployment.at(step, deployment.hub.anonymous);
    for (let step = 0; step < count.servers; step += 1) {
      const forged = { ...signed('github', body, { secret: 'another' }), ...headers };
      expect((await deliver(sender(step), 'github', body, forged)).status).toBe(401);
    }
    const taken = await deliverSigned(sender(1), 'github', body, headers);
    expect([taken.status, taken.body.accepted]).toEqual([202, true]);
    const repeated = await deliverSigned(sender(2), 'github', body, headers);
    expect([repeated.status, repeated.body.accepted]).toEqual([202, false]);
    await eventually(async () => {
      const statuses = (await versions()).map(({ status }) => status);
      if (statuses.includes('FAILED')) throw new Error(JSON.stringify(await failures()));
      return statuses.length > 1 && statuses.every((status) => status === 'CERTIFIED');
    }, SECONDS);
    expect((await versions()).map(({ commit_hash: commit }) => commit)).toEqual([before, after]);
    const { body: mcp } = await owner(1).get(`/api/v1/mcps/${name}`);
    expect(mcp.latest_version).toMatchObject({ commit_hash: after });
  });

  it('report: a worker makes it, and every server has its documents', async () => {
    const body = { scope: 'ORGANIZATION', format: 'PDF' };
    const asked = await owner(0).post(reportsOf(deployment.hub.orgId), body);
    expect([asked.status, asked.text]).toEqual([201, expect.anything()]);
    const path = `${reportsOf(deployment.hub.orgId)}/${asked.body.id as string}`;
    await eventually(async () => {
      const { body: report } = await owner(1).get(path);
      if (report.status === 'FAILED') throw new Error(report.failure_reason as string);
      return report.status === 'COMPLETED';
    }, SECONDS);
    for (let step = 0; step < count.servers; step += 1) {
      const pdf = await owner(step).get(`${path}.pdf`);
      expect([pdf.status, pdf.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
    }
  });

  it('scan: one server takes it, a worker fetches and analyzes, another server has the verdict', async () => {
    const token = await new SecurityGate(owner(0)).start('npm:scanned-server@1.0.0');
    let state: Readonly<Record<string, unknown>> = {};
    await eventually(async () => {
      state = await new SecurityGate(owner(1)).check(token);
      return state['status'] !== 'pending';
    }, SECONDS);
    expect(state).toMatchObject({ status: 'resolved' });
    const report = await new SecurityGate(owner(2)).report(state['scan_id'] as string);
    expect(report).toMatchObject({ risk_level: expect.any(String) });
  });

  it('export: any server exports what all have recorded, and it verifies', async () => {
    const token = await deployment.hub.serviceToken('grc');
    const anonymous = (step: number): ApiClient => deployment.at(step, deployment.hub.anonymous);
    const folder = deployment.hub.home.dataDir;
    const [keys, evidence] = [join(folder, 'keys.json'), join(folder, `${randomUUID()}.ndjson`)];
    await writeFile(keys, (await anonymous(0).get('/.well-known/jwks.json')).text);
    const exported = await anonymous(1).as(`Bearer ${token}`).get('/api/v1/grc/export');
    expect(exported.status).toBe(200);
    await writeFile(evidence, exported.bytes);
    const { code, stdout } = await deployment.hub.home.command(['verify-evidence', evidence, '--keys', keys]);
    expect([code, stdout]).toEqual([0, expect.any(String)]);
  });

  it('ends no process on the way', () => {
    for (const { pid } of [...deployment.servers, ...deployment.workers]) {
      expect(() => process.kill(pid, 0)).not.toThrow();
    }
  });
});
