import { createServer, type RequestListener } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import type { Sha256Digest } from '../../../../src/common/values/sha256-digest.js';
import { RegistryClient } from '../../../../src/hub/platform/registry-client/registry-client.js';
import { RegistryError } from '../../../../src/hub/platform/registry-client/registry-error.js';
import type { RegistryPublication } from '../../../../src/hub/platform/registry-client/registry-documents.js';
import type { ApiClient } from '../../../support/api-client.js';
import { aVersion, bundleOf, digestOf, packagePath, publishRequest } from '../../../support/builders.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';
import { useTestApp } from '../../../support/suite.js';

const t = await useTestApp();
let admin: ApiClient;
beforeAll(async () => {
  admin = await t.actors.admin();
});

const clientOf = ({ app }: TestApp): RegistryClient => app.get(RegistryClient);
const digest = (bytes: Buffer): Sha256Digest => digestOf(bytes) as Sha256Digest;

/** The client of a product whose registry is this server. */
async function against<T>(
  handler: RequestListener,
  work: (client: RegistryClient) => Promise<T>,
  settings: Readonly<Record<string, string>> = {},
): Promise<T> {
  const server = createServer(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const app = await startTestApp({ REGISTRY_URL: `${url}/`, ...settings });
  try {
    return await work(clientOf(app));
  } finally {
    await app.close();
    server.closeAllConnections();
    server.close();
  }
}

const failure = async (call: Promise<unknown>): Promise<RegistryError> => {
  const error: unknown = await call.then(
    () => new Error('the call succeeded'),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof RegistryError)) throw error;
  return error;
};

describe('the hub as a client of its own registry', () => {
  it('resolves private versions, and reads their manifests', async () => {
    const { bundleDigest, gitSha } = await aVersion(admin, 'acme/read', '1.0.0').published();
    const resolved = await clientOf(t).resolve({ org: 'acme', name: 'read' }, '1.0.0');
    expect(resolved).toMatchObject({
      version: '1.0.0',
      status: 'published',
      gitSha,
      bundle: { digest: bundleDigest },
    });
    const { digest: manifestDigest } = resolved?.manifest ?? {};
    const manifest = await clientOf(t).manifest('acme', manifestDigest ?? digest(Buffer.of()));
    expect(manifest).toMatchObject({ package: { id: 'acme/read', version: '1.0.0' } });
  });

  it('finds nothing that is unknown or revoked', async () => {
    await aVersion(admin, 'acme/gone', '1.0.0').revoked();
    for (const name of ['gone', 'unknown']) {
      expect(await clientOf(t).resolve({ org: 'acme', name }, '1.0.0')).toBeUndefined();
    }
    const missing = clientOf(t).manifest('acme', digest(Buffer.from('none')));
    expect(await failure(missing)).toMatchObject({ status: 404, isTemporary: false });
  });

  it('publishes, uploads, certifies and revokes, each as often as needed', async () => {
    const client = clientOf(t);
    const of = { org: 'acme', name: 'write' };
    const bundle = bundleOf('acme/write', '1.0.0');
    const sbom = new Uint8Array(Buffer.from('{"bomFormat":"CycloneDX"}'));
    const evidence = digestOf(sbom) as Sha256Digest;
    const publication = publishRequest('acme/write', '1.0.0', { evidence_digests: [evidence] });
    await client.publish(of, publication as unknown as RegistryPublication);
    const again = await failure(client.publish(of, publication as unknown as RegistryPublication));
    expect(again).toMatchObject({ status: 409, isTemporary: false });
    const verdict = {
      level: 2,
      global_score: 88,
      snapshot_id: 'snapshot-1',
      evaluated_at: new Date().toISOString(),
    };
    for (let round = 0; round < 2; round += 1) {
      await client.uploadBundle('acme', digest(bundle), Readable.from([bundle]));
      await client.uploadEvidence('acme', evidence, 'sbom', sbom);
      await client.setStatus(of, '1.0.0', 'published');
      await client.certify(of, '1.0.0', verdict);
    }
    const { body } = await admin.get(`${packagePath('acme/write')}/resolve?ref=1.0.0`);
    expect(body.resolved).toMatchObject({
      status: 'published',
      certification_level: 2,
      evidence: [{ kind: 'sbom', digest: evidence }],
    });
    await client.setStatus(of, '1.0.0', 'revoked');
    expect(await client.resolve(of, '1.0.0')).toBeUndefined();
  });
});

describe('the JWTs that the hub issues', () => {
  it('are for publishing, or for reading one organization, and last an hour', async () => {
    const seen: Record<string, unknown>[] = [];
    await against(
      (req, res) => {
        seen.push(decodeJwt((req.headers.authorization ?? '').replace('Bearer ', '')));
        res.setHeader('content-type', 'application/json').end('{"version":"1.0.0","status":"published"}');
      },
      async (client) => {
        await client.setStatus({ org: 'acme', name: 'files' }, '1.0.0', 'published');
        await failure(client.resolve({ org: 'acme', name: 'files' }, '1.0.0'));
      },
    );
    expect(seen).toMatchObject([
      { scopes: ['admin:publish'], resources: [] },
      { scopes: ['mcp:resolve', 'mcp:resolve:prepublish', 'artifact:download'], resources: ['org/acme/'] },
    ]);
    for (const { iat, exp } of seen) expect(Number(exp) - Number(iat)).toBe(3600);
  });

  it('are replaced by REGISTRY_SERVICE_TOKEN, and errors say what it must allow without showing it', async () => {
    const secret = 'a-very-secret-token';
    const seen: (string | undefined)[] = [];
    const errors = await against(
      (req, res) => {
        seen.push(req.headers.authorization);
        req.resume();
        res.writeHead(403, { 'content-type': 'application/json' }).end('{"message":"not authorized"}');
      },
      async (client) => [
        await failure(client.manifest('acme', digest(Buffer.from('x')))),
        await failure(client.setStatus({ org: 'acme', name: 'files' }, '1.0.0', 'published')),
      ],
      { REGISTRY_SERVICE_TOKEN: secret },
    );
    expect(seen).toEqual([`Bearer ${secret}`, `Bearer ${secret}`]);
    expect(errors.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /403 .*not authorized; REGISTRY_SERVICE_TOKEN must be .* artifact:download on org\/acme\//,
      ),
      expect.stringMatching(/403 .*not authorized; REGISTRY_SERVICE_TOKEN must be .* admin:publish/),
    ]);
    expect(errors.map(({ message, cause }) => `${message} ${String(cause)}`).join()).not.toContain(secret);
  });
});

describe('a registry in trouble', () => {
  it('that is down or fails is a temporary error', async () => {
    const of = { org: 'acme', name: 'files' };
    const down = await against(
      (req) => req.destroy(),
      (client) => failure(client.resolve(of, 'latest')),
    );
    expect(down).toMatchObject({ status: undefined, isTemporary: true });
    for (const status of [500, 502, 503, 429]) {
      const error = await against(
        (_req, res) => res.writeHead(status).end('<html>'),
        (client) => failure(client.resolve(of, 'latest')),
      );
      expect(error).toMatchObject({ status, isTemporary: true });
    }
  });

  it('gets no token when it redirects to a store', async () => {
    const bytes = Buffer.from('{"from":"the store"}');
    const seen: (string | undefined)[] = [];
    const manifest = await against(
      (req, res) => {
        seen.push(req.headers.authorization);
        if (req.url?.startsWith('/store') === true) res.end(bytes);
        else res.writeHead(302, { location: '/store?signature=x' }).end();
      },
      (client) => client.manifest('acme', digest(bytes)),
    );
    expect(seen).toEqual([expect.stringMatching(/^Bearer /), undefined]);
    expect(manifest).toEqual({ from: 'the store' });
  });

  it.each<[string, RequestListener]>([
    ['no JSON', (_req, res) => res.end('other')],
    ['fewer bytes', (_req, res) => res.writeHead(200, { 'content-length': 100 }).end('few')],
    ['a redirect without an end', (_req, res) => res.writeHead(302, { location: '/again' }).end()],
  ])('that sends %s is an error', async (_what, handler) => {
    const manifest = against(handler, (client) => client.manifest('acme', digest(Buffer.from('right'))));
    expect(await failure(manifest)).toMatchObject({ isTemporary: true });
  });
});
