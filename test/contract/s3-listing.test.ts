import {
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  type ListMultipartUploadsCommandInput,
  type ListObjectsV2CommandInput,
  type AbortMultipartUploadCommandInput,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sha256Of } from '../../src/common/values/sha256-digest.js';
import { createS3Client } from '../../src/storage/artifacts/s3-client.js';
import {
  addressOfUpload,
  ARTIFACT_KEYS,
  uploadKeyOf,
  UPLOADS,
} from '../../src/storage/artifacts/object-keys.js';
import { abortUploads, listObjects } from '../../src/storage/artifacts/s3-listing.js';
import { S3Server } from '../support/s3-server.js';

let server: S3Server;
let client: S3Client;
beforeAll(async () => {
  server = await S3Server.start();
  const { storage } = server.config();
  if (storage.type !== 's3') throw new Error('the settings are those of S3');
  client = createS3Client(storage);
});
afterAll(async () => {
  client.destroy();
  await server.close();
});

const { signal } = new AbortController();

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

/** The inputs of the calls in this test. */
type Input = Partial<
  ListObjectsV2CommandInput & ListMultipartUploadsCommandInput & AbortMultipartUploadCommandInput
>;

/** A client with these responses: its calls end before they are sent. */
function clientOf(answer: (input: Input) => object): S3Client {
  const answering = new S3Client({ region: 'none' });
  answering.middlewareStack.add(
    () => (call) =>
      new Promise((resolve) => resolve({ output: answer(call.input as Input) as never, response: {} })),
    { step: 'initialize' },
  );
  return answering;
}

describe('listObjects', () => {
  const area = { bucket: 'artifacts', area: ARTIFACT_KEYS.area, addressOf: ARTIFACT_KEYS.addressOf, signal };
  const address = (n: number) => ({ orgKey: 'acme', kind: 'bundle', digest: sha256Of(String(n)) }) as const;

  it('stays within its prefix, and skips keys that are not artifacts', async () => {
    const put = (Key: string) => client.send(new PutObjectCommand({ Bucket: server.bucket, Key, Body: 'x' }));
    const sbom = { ...address(2), kind: 'evidence', evidenceKind: 'sbom-1.x_y' } as const;
    await put(ARTIFACT_KEYS.of(address(0)));
    await put(uploadKeyOf({ ...address(1), evidenceKind: '' }));
    await put(uploadKeyOf(sbom));
    for (const folder of [ARTIFACT_KEYS.area, UPLOADS]) await put(`${folder}readme.txt`);
    expect(await all(listObjects(client, area))).toMatchObject([{ address: address(0), sizeBytes: 1 }]);
    const staged = { ...area, area: UPLOADS, addressOf: addressOfUpload };
    expect(await all(listObjects(client, staged))).toMatchObject([
      { address: { ...address(1), evidenceKind: '' } },
      { address: sbom },
    ]);
  });

  // The test server cannot continue a list: its tokens use DES, which Node.js no longer supports.
  const keys = Array.from({ length: 7 }, (_, n) => ARTIFACT_KEYS.of(address(n)));
  const paged = clientOf(({ ContinuationToken, MaxKeys }) => {
    const start = Number(ContinuationToken ?? 0);
    const end = start + (MaxKeys ?? 0);
    return {
      Contents: keys.slice(start, end).map((Key) => ({ Key, Size: 1, LastModified: new Date() })),
      NextContinuationToken: end < keys.length ? String(end) : undefined,
    };
  });

  it('reads all pages', async () => {
    const found = await all(listObjects(paged, { ...area, pageSize: 2 }));
    expect(found.map((object) => ARTIFACT_KEYS.of(object.address))).toEqual(keys);
  });

  it.each([
    ['within a page, also where nothing in it is of interest', 7, undefined],
    ['between pages', 2, ARTIFACT_KEYS.addressOf],
  ])('stops %s when aborted', async (_when, pageSize, addressOf) => {
    const ending = new AbortController();
    let seen = 0;
    const looking = (key: string) => {
      seen += 1;
      if (seen === 2) ending.abort();
      return addressOf?.(key);
    };
    const listing = listObjects(paged, { ...area, addressOf: looking, signal: ending.signal, pageSize });
    await expect(all(listing)).rejects.toThrow('aborted');
    expect(seen).toBe(2);
  });
});

interface Upload {
  readonly Key: string;
  readonly UploadId: string;
  readonly Initiated: Date;
}

/** A store that returns one upload per page, and the uploads aborted in it. The test server lists none. */
function storeWith(uploads: readonly Upload[], abort?: Error): { client: S3Client; aborted: unknown[] } {
  const aborted: unknown[] = [];
  const store = clientOf((input) => {
    const { KeyMarker, UploadId } = input;
    if (UploadId !== undefined) {
      aborted.push(input);
      if (abort !== undefined) throw abort;
      return {};
    }
    const index = uploads.findIndex(({ Key }) => Key === KeyMarker) + 1;
    const page = uploads.slice(index, index + 1);
    return { Uploads: page, IsTruncated: index + 1 < uploads.length, NextKeyMarker: page[0]?.Key };
  });
  return { client: store, aborted };
}

describe('abortUploads', () => {
  const before = new Date('2026-01-02T00:00:00Z');
  const those = { bucket: 'artifacts', area: ARTIFACT_KEYS.area, before, dryRun: false, signal };
  const uploads = ['a', 'b', 'c'].map((name, day) => ({
    Key: `objects/${name}`,
    UploadId: name,
    Initiated: new Date(Date.UTC(2026, 0, 1 + day)),
  }));
  const exception = (name: string, httpStatusCode: number) =>
    new S3ServiceException({ name, $fault: 'client', $metadata: { httpStatusCode } });

  it('aborts those started before, on all pages', async () => {
    const store = storeWith(uploads);
    const later = new Date('2026-01-02T12:00:00Z');
    expect(await abortUploads(store.client, { ...those, before: later })).toBe(2);
    expect(store.aborted).toEqual([
      { Bucket: 'artifacts', Key: 'objects/a', UploadId: 'a' },
      { Bucket: 'artifacts', Key: 'objects/b', UploadId: 'b' },
    ]);
  });

  it('aborts none in a dry run', async () => {
    const store = storeWith(uploads);
    expect(await abortUploads(store.client, { ...those, dryRun: true })).toBe(1);
    expect(store.aborted).toEqual([]);
  });

  it('stops when aborted', async () => {
    const store = storeWith(uploads);
    const ended = { ...those, before: new Date('2027-01-01T00:00:00Z'), signal: AbortSignal.abort() };
    await expect(abortUploads(store.client, ended)).rejects.toThrow('aborted');
    expect(store.aborted).toEqual([]);
  });

  it('tolerates an upload that has ended meanwhile, but no other error', async () => {
    const ended = storeWith(uploads, exception('NoSuchUpload', 404));
    expect(await abortUploads(ended.client, those)).toBe(1);
    const refused = storeWith(uploads, exception('AccessDenied', 403));
    await expect(abortUploads(refused.client, those)).rejects.toThrow();
  });

  it('finds none in a store that lists none', async () => {
    expect(await abortUploads(client, { ...those, before: new Date() })).toBe(0);
  });
});
