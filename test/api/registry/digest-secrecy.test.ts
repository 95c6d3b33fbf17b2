import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Actor } from '../../support/actors.js';
import type { ApiClient, ApiResponse, Method } from '../../support/api-client.js';
import {
  artifactPath,
  aVersion,
  digestOf,
  packagePath,
  publish,
  setStatus,
  uploadBundle,
} from '../../support/builders.js';
import { OPERATIONS, type Operation } from '../../support/openapi-contract.js';
import { presign } from '../../support/presigned.js';
import { S3Server } from '../../support/s3-server.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { resolve } from '../../support/version-requests.js';

const SCOPES = [
  'mcp:catalog:read',
  'mcp:resolve',
  'mcp:resolve:prepublish',
  'mcp:publish',
  'artifact:download',
  'evidence:read',
];
/** Operations on one artifact, from the OpenAPI document: a new one is tested without a line here. */
const OF_ARTIFACTS = OPERATIONS.filter(({ path }) => path.includes('{digest}'));

let versions = 0;
const nextVersion = (): string => `2.0.${(versions += 1)}`;
const newBytes = (): Buffer => Buffer.from(`{"it":"${randomUUID()}"}`);

describe.each(['files', 's3'] as const)(
  'with artifacts in %s, a caller without a right to an artifact',
  (storage) => {
    let s3: S3Server | undefined;
    let t: TestApp;
    let admin: Actor;
    let org: string;
    beforeAll(async () => {
      s3 = storage === 's3' ? await S3Server.start() : undefined;
      t = await startTestApp({ PUBLIC_DOWNLOAD_ARTIFACTS: 'true', ...s3?.settings });
      admin = await t.actors.admin();
      org = `secrecy-${storage}`;
      await aVersion(admin, `${org}/open`, '1.0.0', { visibility: 'public' }).published();
      await aVersion(admin, `${org}/secret`, '1.0.0').published();
    });
    afterAll(async () => {
      await t.close();
      await s3?.close();
    });

    /** Ways in which an organization has bytes that it does not show to everybody. */
    const SECRETS: Readonly<Record<string, (bytes: Buffer) => Promise<void>>> = {
      'the bundle of a published version': async (bytes) => {
        const version = nextVersion();
        await publish(admin, `${org}/secret`, version, {
          bundle_digest: digestOf(bytes),
          bundle_size_bytes: bytes.length,
        });
        await uploadBundle(admin, org, bytes);
        expect((await setStatus(admin, `${org}/secret`, version, 'published')).status).toBe(200);
      },
      'a bundle that is announced': async (bytes) => {
        await publish(admin, `${org}/secret`, nextVersion(), {
          bundle_digest: digestOf(bytes),
          bundle_size_bytes: bytes.length,
        });
      },
      'a bundle that no version names': async (bytes) => {
        expect((await uploadBundle(admin, org, bytes)).status).toBe(200);
      },
      'a bundle that somebody may upload': async (bytes) => {
        await presign(admin, org, bytes, 'kind=bundle');
      },
      'the evidence of a version': async (bytes) => {
        await publish(admin, `${org}/secret`, nextVersion(), { evidence_digests: [digestOf(bytes)] });
        for (const kind of ['sbom', 'audit-report']) {
          await admin.put(
            artifactPath(org, digestOf(bytes), `evidence/${kind}`),
            new Uint8Array(bytes),
            'application/json',
          );
        }
      },
      'evidence that is announced': async (bytes) => {
        await publish(admin, `${org}/secret`, nextVersion(), { evidence_digests: [digestOf(bytes)] });
      },
      'a manifest': async (bytes) => {
        await admin.put(
          artifactPath(org, digestOf(bytes), 'manifest'),
          new Uint8Array(bytes),
          'application/json',
        );
      },
    };

    const request = (
      caller: ApiClient,
      { method, path }: Operation,
      digest: string,
    ): Promise<ApiResponse> => {
      const filled = path.replace('{org}', org).replace('{digest}', digest).replace('{kind}', 'sbom');
      const query = path.endsWith('presign') ? '?kind=bundle' : '';
      const type = path.includes('bundle') ? 'application/octet-stream' : 'application/json';
      const body =
        method === 'PUT'
          ? { body: new Uint8Array(Buffer.from('"others"')), headers: { 'content-type': type } }
          : {};
      return caller.send(method as Method, filled + query, body);
    };

    /** All that a caller who may do everything with one package learns about a digest. */
    async function learned(caller: ApiClient, digest: string, size: number): Promise<readonly string[]> {
      const id = `${org}/open`;
      const seen: string[] = [];
      const note = (what: string, { status, text }: ApiResponse): void => {
        const shown = text
          .replaceAll(digest, 'DIGEST')
          .replace(/2\.0\.\d+/g, 'VERSION')
          .replace(/sha256:[0-9a-f]{64}|[0-9a-f]{40,64}/g, 'OTHER')
          .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
          .replace(/"https?:[^"]*"|"x-amz-checksum-sha256":"[^"]*"/gi, '"SIGNED"');
        seen.push(`${what}: ${status} ${shown}`);
      };
      const named = { bundle_digest: digest, bundle_size_bytes: size };
      for (const [as, change] of [
        ['bundle', named],
        ['evidence', { evidence_digests: [digest] }],
        ['draft', { ...named, status: 'draft' }],
      ] as const) {
        const version = nextVersion();
        const tell = (what: string, answer: ApiResponse): void => note(`${as}: ${what}`, answer);
        tell('publish', await publish(caller, id, version, change));
        tell('publish again', await publish(caller, id, version, change));
        tell('resolve', await resolve(caller, id, version));
        tell('resolve the digest', await resolve(caller, id, digest));
        tell('get', await caller.get(`${packagePath(id)}/versions/${version}`));
        tell('status', await setStatus(caller, id, version, 'published'));
        for (const operation of OF_ARTIFACTS)
          tell(`${operation.method} ${operation.path}`, await request(caller, operation, digest));
        for (const operation of OF_ARTIFACTS) {
          tell(
            `anonymous ${operation.method} ${operation.path}`,
            await request(t.actors.anonymous, operation, digest),
          );
        }
        tell('delete', await caller.delete(`${packagePath(id)}/versions/${version}`));
        tell('publish then', await publish(caller, id, version, change));
        tell('revoke', await setStatus(caller, id, version, 'revoked'));
      }
      return seen;
    }

    it.each(Object.keys(SECRETS))('learns nothing from any operation about %s', async (what) => {
      const caller = await t.actors.apiToken({ scopes: SCOPES, resources: [`org/${org}/mcp/open`] });
      const [secret, unknown] = [newBytes(), newBytes()];
      await SECRETS[what]?.(secret);
      const about = await learned(caller, digestOf(secret), secret.length);
      expect(about).toEqual(await learned(caller, digestOf(unknown), unknown.length));
      expect(about).toContainEqual(expect.stringMatching(/^bundle: publish: 200/));
      expect(about).toContainEqual(expect.stringMatching(/^bundle: status: 409 .*is not uploaded yet/));
    });
  },
);
