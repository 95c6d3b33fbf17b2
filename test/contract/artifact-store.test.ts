import { mkdir, mkdtemp, open, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { sha256Of } from '../../src/common/values/sha256-digest.js';
import {
  ARTIFACT_KINDS,
  HUB_OBJECT_KINDS,
  type ArtifactStore,
  type HubObjectKind,
} from '../../src/storage/artifacts/artifact-store.js';
import { FilesystemArtifactStore } from '../../src/storage/artifacts/filesystem-artifact-store.js';
import { openArtifactStore, openHubObjects } from '../../src/storage/artifacts/open-artifact-store.js';
import type { AppConfig } from '../../src/config/app-config.js';
import { listedIn } from '../support/listed-objects.js';
import { MemoryArtifactStore } from '../support/memory-artifact-store.js';
import { S3Server } from '../support/s3-server.js';
import { describeArtifactStore, type StoreUnderTest } from './artifact-store.contract.js';

type StorageConfig = Pick<AppConfig, 'storage' | 'dataDir'>;

const LONG_AGO = new Date('2020-01-01T00:00:00Z');

const openFiles = async (): Promise<StoreUnderTest> => {
  const root = await mkdtemp(join(tmpdir(), 'mcp-hub-artifacts-'));
  const store = new FilesystemArtifactStore(root, ARTIFACT_KINDS);
  const unfinished = join(root, 'tmp');
  // As at the start of the server, which creates the folder.
  await store.removeUnfinished();
  return {
    store,
    unfinished: async () => (await readdir(unfinished)).length,
    close: () => rm(root, { recursive: true, force: true }),
  };
};

const openMemory = (): Promise<StoreUnderTest> =>
  Promise.resolve({
    store: new MemoryArtifactStore(),
    unfinished: () => Promise.resolve(0),
    close: () => Promise.resolve(),
  });

const openBucket = async (): Promise<StoreUnderTest> => {
  const server = await S3Server.start();
  return inBucket(server, 'objects/', await openArtifactStore(server.config()));
};

/** A store in a bucket that ends with it; `area` is the prefix of its objects. */
const inBucket = <Kind extends string>(
  server: S3Server,
  area: string,
  store: ArtifactStore<Kind>,
): StoreUnderTest<Kind> => ({
  store,
  // The parts of unfinished uploads are stored beside the objects.
  unfinished: async () => (await server.keys()).filter((key) => !key.startsWith(area)).length,
  close: async () => {
    store.close();
    await server.close();
  },
});

const STORES = [
  ['FilesystemArtifactStore', openFiles],
  ['MemoryArtifactStore', openMemory],
  ['S3ArtifactStore', openBucket],
] as const;

for (const [name, open] of STORES) describeArtifactStore(name, ARTIFACT_KINDS, open);

const openHubFiles = async (): Promise<StoreUnderTest<HubObjectKind>> => {
  const root = await mkdtemp(join(tmpdir(), 'mcp-hub-artifacts-'));
  const store = await openHubObjects({ storage: { type: 'filesystem' }, dataDir: root });
  await store.removeUnfinished();
  return {
    store,
    unfinished: async () => (await readdir(join(root, 'hub', 'tmp'))).length,
    close: () => rm(root, { recursive: true, force: true }),
  };
};

const openHubBucket = async (): Promise<StoreUnderTest<HubObjectKind>> => {
  const server = await S3Server.start();
  return inBucket(server, 'hub/objects/', await openHubObjects(server.config()));
};

describeArtifactStore('the files of the hub', HUB_OBJECT_KINDS, openHubFiles);
describeArtifactStore('the S3 objects of the hub', HUB_OBJECT_KINDS, openHubBucket);

describe.each([
  ['files', (folder: string) => Promise.resolve({ settings: filesIn(folder), close: undefined })],
  ['a bucket', openSharedBucket],
] as const)('the stores of registry and hub in %s', (_where, open) => {
  it('never see the objects of each other', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mcp-hub-artifacts-'));
    const { settings, close } = await open(folder);
    const [artifacts, objects] = [await openArtifactStore(settings), await openHubObjects(settings)];
    try {
      const { signal } = new AbortController();
      const bytes = Buffer.from('the same bytes');
      const limits = { maxBytes: bytes.length, signal };
      const address = { orgKey: 'acme', digest: sha256Of(bytes) };
      const [bundle, source] = [
        { ...address, kind: 'bundle' } as const,
        { ...address, kind: 'source' } as const,
      ];
      await artifacts.write(bundle, Readable.from([bytes]), limits);
      await objects.write(source, Readable.from([bytes]), limits);
      expect(await addressesIn(artifacts)).toEqual([bundle]);
      expect(await addressesIn(objects)).toEqual([source]);
      await objects.delete(source);
      expect(await addressesIn(objects)).toEqual([]);
      expect(await artifacts.size(bundle)).toBe(bytes.length);
    } finally {
      for (const store of [artifacts, objects]) store.close();
      await close?.();
      await rm(folder, { recursive: true, force: true });
    }
  });
});

function filesIn(dataDir: string): StorageConfig {
  return { storage: { type: 'filesystem' }, dataDir };
}

async function openSharedBucket(): Promise<{ settings: StorageConfig; close: () => Promise<void> }> {
  const server = await S3Server.start();
  return { settings: server.config(), close: () => server.close() };
}

async function addressesIn<Kind extends string>(store: ArtifactStore<Kind>): Promise<object[]> {
  return (await listedIn(store)).map(({ address }) => address);
}

describe.each(STORES)('the check of %s', (_name, open) => {
  it('succeeds when objects can be written, leaves nothing, and can be aborted', async () => {
    const subject = await open();
    try {
      await subject.store.check(new AbortController().signal);
      expect(await subject.unfinished()).toBe(0);
      await expect(subject.store.check(AbortSignal.abort(new Error('too late')))).rejects.toThrow();
    } finally {
      await subject.close();
    }
  });
});

describe('the check of a store that cannot be written', () => {
  const { signal } = new AbortController();

  it('fails when its folder cannot be created', async () => {
    const root = await mkdtemp(join(tmpdir(), 'mcp-hub-artifacts-'));
    try {
      const file = join(root, 'file');
      await writeFile(file, '');
      await expect(new FilesystemArtifactStore(file, ARTIFACT_KINDS).check(signal)).rejects.toThrow(
        'ENOTDIR',
      );
      await new FilesystemArtifactStore(join(root, 'not', 'there', 'yet'), ARTIFACT_KINDS).check(signal);
    } finally {
      await rm(root, { recursive: true, force: true });
    }
  });

  it('fails for a bucket that does not exist, and for an unreachable store', async () => {
    const server = await S3Server.start();
    const open = (change: Readonly<Record<string, string>>) => openArtifactStore(server.config(change));
    for (const change of [{ STORAGE_S3_BUCKET: 'nosuch' }, { STORAGE_S3_ENDPOINT: 'http://127.0.0.1:1' }]) {
      const store = await open(change);
      await expect(store.check(signal)).rejects.toThrow();
      store.close();
    }
    await server.close();
  });
});

/** Runs `work`, and returns the inodes of the files and folders that it synced. */
async function syncedDuring(work: () => Promise<unknown>): Promise<number[]> {
  const handle = await open('.', 'r');
  const { constructor } = handle;
  const kind = constructor.prototype as typeof handle;
  await handle.close();
  const sync = Reflect.get(kind, 'sync');
  const synced: number[] = [];
  kind.sync = async function (this: typeof handle) {
    synced.push((await this.stat()).ino);
    return sync.call(this);
  };
  try {
    await work();
  } finally {
    kind.sync = sync;
  }
  return synced;
}

describe('FilesystemArtifactStore', () => {
  it('syncs a stored file, its folder, and newly created parent folders', async () => {
    const root = await mkdtemp(join(tmpdir(), 'mcp-hub-artifacts-'));
    try {
      const store = new FilesystemArtifactStore(root, ARTIFACT_KINDS);
      const { signal } = new AbortController();
      const write = (bytes: Buffer) => () =>
        store.write({ orgKey: 'acme', kind: 'bundle', digest: sha256Of(bytes) }, Readable.from([bytes]), {
          maxBytes: bytes.length,
          signal,
        });
      const inodeOf = async (...path: string[]): Promise<number> => (await stat(join(root, ...path))).ino;
      const pathPartsOf = (bytes: Buffer): string[] => {
        const hex = sha256Of(bytes).slice('sha256:'.length);
        return ['objects', 'acme', 'bundle', hex.slice(0, 2), hex];
      };
      const first = Buffer.from('the first file');
      const synced = await syncedDuring(write(first));
      const path = pathPartsOf(first);
      // The file before its folder, and every folder after its content.
      const expected = [5, 4, 3, 2, 1, 0].map((depth) => inodeOf(...path.slice(0, depth)));
      expect(synced).toEqual(await Promise.all(expected));

      // Another file in the same folder.
      const second = Array.from({ length: 10_000 }, (_, index) => Buffer.from(`file ${index}`)).find(
        (bytes) => pathPartsOf(bytes)[3] === path[3],
      );
      if (second === undefined) throw new Error('no other text has a digest that begins so');
      const again = await syncedDuring(write(second));
      expect(again).toEqual([await inodeOf(...pathPartsOf(second)), await inodeOf(...path.slice(0, 4))]);
    } finally {
      await rm(root, { recursive: true, force: true });
    }
  });

  it('stops listing when aborted', async () => {
    const root = await mkdtemp(join(tmpdir(), 'mcp-hub-artifacts-'));
    try {
      const store = new FilesystemArtifactStore(root, ARTIFACT_KINDS);
      const { signal } = new AbortController();
      for (const text of ['one', 'two']) {
        const address = { orgKey: 'acme', kind: 'bundle', digest: sha256Of(text) } as const;
        await store.write(address, Readable.from([Buffer.from(text)]), { maxBytes: 3, signal });
      }
      const ending = new AbortController();
      const listing = store.list(ending.signal)[Symbol.asyncIterator]();
      expect((await listing.next()).done).toBe(false);
      ending.abort();
      await expect(listing.next()).rejects.toThrow('aborted');
    } finally {
      await rm(root, { recursive: true, force: true });
    }
  });

  it('removes the files of crashed writes when it starts, but not of writes in progress', async () => {
    const root = await mkdtemp(join(tmpdir(), 'mcp-hub-artifacts-'));
    try {
      const unfinished = join(root, 'tmp');
      await mkdir(unfinished);
      const draft = join(unfinished, 'left-by-a-dead-process');
      await writeFile(draft, 'the first half of');
      await utimes(draft, LONG_AGO, LONG_AGO);

      const store = new FilesystemArtifactStore(root, ARTIFACT_KINDS);
      const bytes = Buffer.from('being written');
      const source = new PassThrough();
      const address = { orgKey: 'acme', kind: 'bundle', digest: sha256Of(bytes) } as const;
      const limits = { maxBytes: bytes.length, signal: new AbortController().signal };
      const writing = store.write(address, source, limits);
      source.write(bytes);
      while ((await readdir(unfinished)).length < 2) await turn();
      await store.removeUnfinished();
      expect(await readdir(unfinished)).toHaveLength(1);
      source.end();
      expect(await writing).toBe(bytes.length);
    } finally {
      await rm(root, { recursive: true, force: true });
    }
  });

  it('makes files and folders accessible only to their owner, whatever the umask', async () => {
    const root = await mkdtemp(join(tmpdir(), 'mcp-hub-artifacts-'));
    const store = new FilesystemArtifactStore(join(root, 'artifacts'), ARTIFACT_KINDS);
    const before = process.umask(0);
    try {
      const bytes = Buffer.from('private');
      const address = { orgKey: 'acme', kind: 'bundle', digest: sha256Of(bytes) } as const;
      const limits = { maxBytes: bytes.length, signal: new AbortController().signal };
      await store.write(address, Readable.from([bytes]), limits);
      const entries = await readdir(root, { recursive: true, withFileTypes: true });
      expect(entries.filter((entry) => entry.isFile())).toHaveLength(1);
      for (const entry of entries) {
        const { mode } = await stat(join(entry.parentPath, entry.name));
        expect(mode & 0o777).toBe(entry.isFile() ? 0o600 : 0o700);
      }
    } finally {
      process.umask(before);
      await rm(root, { recursive: true, force: true });
    }
  });
});
