import { randomBytes } from 'node:crypto';
import { request, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../support/api-client.js';
import { artifactPath, digestOf, publish, setStatus, uploadBundle } from '../support/builders.js';
import { HubActors, HubIdp } from '../support/hub-actors.js';
import { LogLines } from '../support/log-lines.js';
import { anAnalyzedMcp, makeReport, reportsOf } from '../support/made-reports.js';
import { ObjectStoreProxy } from '../support/object-store-proxy.js';
import { S3Server } from '../support/s3-server.js';
import { storedObject, type StoredObjectBytes } from '../support/stored-objects.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { resolve } from '../support/version-requests.js';

type Storage = 'files' | 's3';

/** An object that a client may download. */
interface Downloadable {
  readonly kind: string;
  readonly path: string;
  readonly caller: ApiClient;
  readonly digest: string;
  /** Of the object, where there are several with its bytes. */
  readonly owner?: string;
  /** Whether clients may ask for a range of it. */
  readonly hasRanges: boolean;
}

const FILES = { STORAGE_TYPE: 'filesystem' };

const KINDS = ['manifest', 'bundle', 'evidence', 'source', 'report', 'sarif', 'sbom'] as const;
const REPORT_KINDS = ['report-data', 'report-html', 'pdf'] as const;
const ALL_KINDS = [...KINDS, ...REPORT_KINDS] as const;
type Kind = (typeof ALL_KINDS)[number];

/** What happens to the bytes of an object; undefined: they are gone. */
const DAMAGE: Readonly<Record<string, (bytes: Buffer) => Buffer | undefined>> = {
  missing: () => undefined,
  'of one byte less': (bytes) => bytes.subarray(0, -1),
  'cut in half': (bytes) => bytes.subarray(0, bytes.length / 2),
  empty: () => Buffer.alloc(0),
  'of one byte more': (bytes) => Buffer.concat([bytes, Buffer.from('.')]),
  'twice as long': (bytes) => Buffer.concat([bytes, bytes]),
  'of other bytes at the end': (bytes) => flipped(bytes, bytes.length - 1),
  'of other bytes at the start': (bytes) => flipped(bytes, 0),
};
/** Faults that leave the size as it was: only the whole shows them. */
const keepsSize = (fault: string): boolean => fault.startsWith('of other bytes');

function flipped(bytes: Buffer, position: number): Buffer {
  const other = Buffer.from(bytes);
  other[position] = (other[position] ?? 0) ^ 1;
  return other;
}

/** What a client sees of a response: its status, its bytes, and whether the transfer was complete. */
interface Seen {
  readonly status: number;
  readonly bytes: Buffer;
  readonly isComplete: boolean;
}

/** Sends a request without checking what comes back. */
const seen = (
  { caller, path }: Downloadable,
  method: 'GET' | 'HEAD',
  headers: Readonly<Record<string, string>> = {},
  onResponse: (response: IncomingMessage) => void = () => undefined,
): Promise<Seen> =>
  new Promise((settle, reject) => {
    const asked = request(caller.url + path, { method, headers: { ...caller.credentials, ...headers } });
    asked.on('error', reject);
    asked.on('response', (response) => {
      const chunks: Buffer[] = [];
      const done = (isComplete: boolean): void =>
        settle({ status: response.statusCode ?? 0, bytes: Buffer.concat(chunks), isComplete });
      response.on('data', (chunk: Buffer) => void chunks.push(chunk));
      response.on('error', () => undefined);
      response.on('close', () => done(response.complete));
      onResponse(response);
    });
    asked.end();
  });

describe.each<Storage>(['files', 's3'])('on %s', (storage) => {
  let s3: S3Server;
  let store: ObjectStoreProxy;
  let idp: HubIdp;
  let t: TestApp;
  const log = new LogLines('error');
  const objects = new Map<Kind, Downloadable>();
  const objectOf = (kind: Kind): Downloadable => {
    const found = objects.get(kind);
    if (found === undefined) throw new Error(`no ${kind} was made`);
    return found;
  };

  async function makeArtifacts(admin: ApiClient): Promise<void> {
    const bundle = randomBytes(1_500_000);
    const evidence = Buffer.from(JSON.stringify({ note: randomBytes(400_000).toString('hex') }));
    const change = { bundle_digest: digestOf(bundle), bundle_size_bytes: bundle.length };
    expect((await publish(admin, 'acme/damaged', '1.0.0', change)).status).toBe(200);
    await uploadBundle(admin, 'acme', bundle);
    await admin.put(
      artifactPath('acme', digestOf(evidence), 'evidence/sbom'),
      new Uint8Array(evidence),
      'application/json',
    );
    expect((await setStatus(admin, 'acme/damaged', '1.0.0', 'published')).status).toBe(200);
    const { body } = await resolve(admin, 'acme/damaged', '1.0.0');
    const made = [
      ['manifest', body.resolved.manifest.digest as string, 'manifest'],
      ['bundle', digestOf(bundle), 'bundle'],
      ['evidence', digestOf(evidence), 'evidence/sbom'],
    ] as const;
    for (const [kind, digest, part] of made) {
      const path = artifactPath('acme', digest, part);
      objects.set(kind, { kind, digest, path, caller: admin, hasRanges: true });
    }
  }

  async function add(kind: Kind, caller: ApiClient, path: string, owner: string): Promise<void> {
    const { status, headers, bytes } = await caller.get(path);
    expect([kind, status, headers.get('etag')]).toEqual([kind, 200, `"${digestOf(bytes)}"`]);
    objects.set(kind, { kind, digest: digestOf(bytes), path, caller, owner, hasRanges: false });
  }

  async function makeDocuments(): Promise<void> {
    const actors = new HubActors(t, idp);
    const org = await actors.organization();
    const { mcp, versionId } = await anAnalyzedMcp(t, { org_id: org.id, visibility: 'private' });
    const version = `/api/v1/mcps/${mcp.id}/versions/${versionId}`;
    await add('source', org.owner, `${version}/tarball`, mcp.id);
    await add('report', org.owner, `${version}/report`, mcp.id);
    await add('sarif', org.owner, `${version}/sarif`, mcp.id);
    await add('sbom', org.owner, `${version}/sbom`, mcp.id);
    const { body } = await org.owner.post(reportsOf(org.id), { scope: 'ORGANIZATION', format: 'PDF' });
    await makeReport(t, body.id as string);
    const report = `${reportsOf(org.id)}/${body.id as string}`;
    await add('report-data', org.owner, `${report}.json`, org.id);
    await add('report-html', org.owner, `${report}.html`, org.id);
    await add('pdf', org.owner, `${report}.pdf`, org.id);
  }

  beforeAll(async () => {
    s3 = await S3Server.start();
    store = await ObjectStoreProxy.before(s3);
    idp = await HubIdp.start();
    const settings = storage === 's3' ? { ...store.settings, STORAGE_PRESIGN_ENABLED: 'false' } : FILES;
    t = await startTestApp({ ...idp.settings, ...settings }, undefined, log.logger);
    await makeArtifacts(await t.actors.admin());
    await makeDocuments();
  });
  afterAll(async () => {
    await t.close();
    await idp.close();
    await store.close();
    await s3.close();
  });

  /** The lines about an object since there were so many. */
  const linesSince = (count: number, digest: string): string[] =>
    log.all
      .slice(count)
      .map((line) => JSON.stringify(line))
      .filter((line) => line.includes(digest));

  /** The client has no wrong bytes as a whole response, and the log says once which object it is. */
  function expectRefused({ status, bytes, isComplete }: Seen, digest: string, count: number): void {
    if (status === 503) expect(JSON.parse(bytes.toString()).message).toMatch(/^the stored bytes /);
    else expect([status, isComplete]).toEqual([200, false]);
    expect(linesSince(count, digest)).toEqual([expect.stringMatching(/the stored bytes of sha256:/)]);
  }

  async function whileDamaged(
    object: Downloadable,
    damage: (bytes: Buffer) => Buffer | undefined,
    work: (bytes: Buffer) => Promise<void>,
  ): Promise<void> {
    const stored: StoredObjectBytes = await storedObject(t, object.kind, object.digest, object.owner);
    const bytes = await stored.read();
    const damaged = damage(bytes);
    await (damaged === undefined ? stored.remove() : stored.replace(damaged));
    try {
      await work(bytes);
    } finally {
      await stored.replace(bytes);
    }
    const { status, bytes: sent, isComplete } = await seen(object, 'GET');
    expect([status, digestOf(sent), isComplete]).toEqual([200, object.digest, true]);
  }

  describe.each(ALL_KINDS)('the object %s', (kind) => {
    it.each(Object.keys(DAMAGE))(
      'that is %s is never a whole response, and is named in the log',
      async (fault) => {
        const object = objectOf(kind);
        await whileDamaged(object, DAMAGE[fault] ?? (() => undefined), async (bytes) => {
          const before = log.all.length;
          expectRefused(await seen(object, 'GET'), object.digest, before);
          const head = await seen(object, 'HEAD');
          const isUnseen = keepsSize(fault) || (!object.hasRanges && fault !== 'missing');
          expect(head.status).toBe(isUnseen ? 200 : 503);
          if (!object.hasRanges) return;
          const range = await seen(object, 'GET', { range: `bytes=${bytes.length - 2}-${bytes.length - 1}` });
          expect(range.status).toBe(keepsSize(fault) ? 206 : 503);
        });
      },
    );

    it('that the client has is not read again', async () => {
      const object = objectOf(kind);
      await whileDamaged(
        object,
        () => Buffer.from('.'),
        async () => {
          const { status } = await seen(object, 'GET', { 'if-none-match': `"${object.digest}"` });
          expect(status).toBe(304);
        },
      );
    });

    if (storage === 's3') {
      it('whose store breaks off, or fails, is never a whole response', async () => {
        const object = objectOf(kind);
        for (const trouble of ['break off', { status: 500 }, { status: 200, body: '<html>' }] as const) {
          store.trouble = ({ verb }) => (verb === 'GET' ? trouble : undefined);
          const { status, isComplete } = await seen(object, 'GET').finally(
            () => (store.trouble = () => undefined),
          );
          expect(status === 503 || (status === 200 && !isComplete)).toBe(true);
        }
        expect((await seen(object, 'GET')).isComplete).toBe(true);
      });
    } else {
      it('that is cut while it is sent is never a whole response', async () => {
        const object = objectOf(kind);
        const stored = await storedObject(t, object.kind, object.digest, object.owner);
        await whileDamaged(
          object,
          (bytes) => bytes,
          async (bytes) => {
            // Longer than what the buffers of a connection take, so that the end is read after it is cut.
            const long = Buffer.concat([bytes, Buffer.alloc(64 * 1024 * 1024)]);
            await stored.replace(long);
            const { status, isComplete } = await seen(object, 'GET', {}, (response) => {
              response.pause();
              void stored.replace(bytes.subarray(0, 1)).then(() => response.resume());
            });
            expect(status === 503 || (status === 200 && !isComplete)).toBe(true);
          },
        );
      });
    }
  });
});
