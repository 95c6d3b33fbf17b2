import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { sha256Of } from '../../../src/common/values/sha256-digest.js';
import { HubObjects } from '../../../src/hub/platform/objects/hub-objects.js';
import { ObjectCleanupJob } from '../../../src/hub/platform/objects/object-cleanup-job.js';
import {
  ArtifactTooLargeError,
  DigestMismatchError,
  HUB_OBJECTS,
  type ArtifactStore,
  type HubObjectKind,
} from '../../../src/storage/artifacts/artifact-store.js';
import { UnitOfWork } from '../../../src/storage/database/unit-of-work.js';
import { useTestApp } from '../../support/suite.js';

const t = await useTestApp();
const { signal } = new AbortController();
let objects: HubObjects;
let uow: UnitOfWork;
beforeAll(() => {
  objects = t.app.get(HubObjects);
  uow = t.app.get(UnitOfWork);
});

const someBytes = (): Buffer => randomBytes(1000);
const put = (bytes: Buffer = someBytes()) => objects.put(randomUUID(), 'report', bytes);
const isStored = async (key: string): Promise<boolean> => (await objects.size(key)) !== undefined;
/** Makes an object look as if it had been stored that many hours ago. */
const age = (key: string, hours: number) =>
  t.rows(`UPDATE hub_object SET renewed_at = now() - make_interval(hours => $2) WHERE key = $1`, [
    key,
    hours,
  ]);
const cleanUp = () => t.app.get(ObjectCleanupJob).run(signal);

describe('an object of the hub that is refused', () => {
  it.each([
    ['for other bytes than its digest says', 1000, Buffer.from('other'), DigestMismatchError],
    ['for more bytes than allowed', 999, undefined, ArtifactTooLargeError],
  ])('is not stored: %s', async (_why, maxBytes, named, error) => {
    const owner = randomUUID();
    const bytes = someBytes();
    const digest = sha256Of(named ?? bytes);
    await expect(objects.put(owner, 'report', bytes, { digest, maxBytes })).rejects.toBeInstanceOf(error);
    expect(await isStored(`objects/${owner}/report/${digest.slice('sha256:'.length)}`)).toBe(false);
  });

  it('is one without a known digest, of a stream', async () => {
    await expect(objects.put(randomUUID(), 'source', Readable.from([someBytes()]))).rejects.toThrow('digest');
  });

  it('is one of an owner that has no UUID', async () => {
    await expect(objects.put('../acme', 'source', someBytes())).rejects.toThrow('no object has the key');
  });

  it('is one in a transaction, which must not wait for the store', async () => {
    await expect(uow.run(() => put())).rejects.toThrow('within a transaction');
  });

  it('is a file that does not exist, whether its digest is known or not', async () => {
    const missing = join('test', `missing-${randomUUID()}`);
    await expect(objects.put(randomUUID(), 'source', missing)).rejects.toThrow('ENOENT');
    const options = { digest: sha256Of('a') };
    await expect(objects.put(randomUUID(), 'source', missing, options)).rejects.toThrow('ENOENT');
  });

  it.each(['objects/acme/report/00', '../secret', ''])('has a key that none can have: %j', (key) => {
    expect(() => objects.read(key)).toThrow('no object has the key');
  });
});

describe('an object of the hub', () => {
  it('is stored from memory, a file or a stream, and read by its key', async () => {
    const owner = randomUUID();
    const bytes = someBytes();
    const folder = await mkdtemp(join(tmpdir(), 'mcp-hub-object-'));
    try {
      const path = join(folder, 'source.tgz');
      await writeFile(path, bytes);
      const digest = sha256Of(bytes);
      const key = `objects/${owner}/source/${digest.slice('sha256:'.length)}`;
      for (const content of [bytes, path]) {
        expect(await objects.put(owner, 'source', content)).toEqual({ key, digest, size: bytes.length });
      }
      const stream = Readable.from([bytes]);
      expect(await objects.put(owner, 'source', stream, { digest })).toEqual({
        key,
        digest,
        size: bytes.length,
      });
      expect((await buffer(await objects.read(key))).equals(bytes)).toBe(true);
      expect(await objects.size(key)).toBe(bytes.length);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('is deleted unless a row names it', async () => {
    const [named, free] = [await put(), await put()];
    await uow.run(() => objects.reference([named.key]));
    expect(await objects.delete(named.key)).toBe(false);
    expect(await objects.delete(free.key)).toBe(true);
    expect(await objects.delete(free.key)).toBe(false);
    expect(await isStored(named.key)).toBe(true);
    expect(await isStored(free.key)).toBe(false);
    await uow.run(() => objects.release([named.key]));
    expect(await objects.delete(named.key)).toBe(true);
  });

  it('cannot be named once it has been removed', async () => {
    const { key } = await put();
    await objects.delete(key);
    await expect(uow.run(() => objects.reference([key]))).rejects.toThrow('was removed');
  });
});

describe('the cleanup of objects', () => {
  it('removes what no row has named for a day, and nothing else', async () => {
    const [old, young, named, released] = [await put(), await put(), await put(), await put()];
    await uow.run(() => objects.reference([named.key, released.key]));
    for (const { key } of [old, named, released]) await age(key, 25);
    await age(young.key, 23);
    await uow.run(() => objects.release([released.key]));
    await cleanUp();
    expect(await Promise.all([old, young, named, released].map(({ key }) => isStored(key)))).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });

  it('leaves alone what is stored again', async () => {
    const owner = randomUUID();
    const bytes = someBytes();
    const { key } = await objects.put(owner, 'sbom', bytes);
    await age(key, 48);
    await objects.put(owner, 'sbom', bytes);
    await cleanUp();
    expect(await isStored(key)).toBe(true);
  });

  it('continues after a failure, and tries again the next time', async () => {
    const [first, second] = [await put(), await put()];
    for (const { key } of [first, second]) await age(key, 25);
    const store = t.app.get<ArtifactStore<HubObjectKind>>(HUB_OBJECTS);
    jest.spyOn(store, 'delete').mockRejectedValueOnce(new Error('the store is unavailable'));
    await expect(cleanUp()).rejects.toThrow('the store is unavailable');
    const stored = await Promise.all([first, second].map(({ key }) => isStored(key)));
    expect(stored.filter(Boolean)).toHaveLength(1);
    await cleanUp();
    expect(await Promise.all([first, second].map(({ key }) => isStored(key)))).toEqual([false, false]);
  });

  it('stops when the server stops', async () => {
    const { key } = await put();
    await age(key, 25);
    await expect(t.app.get(ObjectCleanupJob).run(AbortSignal.abort())).rejects.toThrow();
    expect(await isStored(key)).toBe(true);
  });
});
