import { tmpdir } from 'node:os';
import {
  PutObjectCommand,
  S3ServiceException,
  type ListObjectsV2Command,
  type S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sha256Of } from '../../src/common/values/sha256-digest.js';
import { loadConfig } from '../../src/config/load-config.js';
import { createS3Client } from '../../src/storage/artifacts/s3-client.js';
import { keyOf, OBJECTS, UPLOADS } from '../../src/storage/artifacts/s3-keys.js';
import { abortUploadsBefore, listObjects } from '../../src/storage/artifacts/s3-listing.js';
import { ISSUER_SECRET } from '../support/credentials.js';
import { S3Server } from '../support/s3-server.js';

let server: S3Server;
let client: S3Client;
beforeAll(async () => {
  server = await S3Server.start();
  const { storage } = loadConfig({
    CONFIG_FILE: '/dev/null',
    DATA_DIR: tmpdir(),
    AUTH_OSS_ISSUER_SECRET: ISSUER_SECRET,
    ...server.settings,
  });
  if (storage.type !== 's3') throw new Error('the settings are those of S3');
  client = createS3Client(storage);
});
afterAll(async () => {
  client.destroy();
  await server.close();
});

describe('listObjects', () => {
  const address = (n: number) => ({ org: 'acme', kind: 'bundle', digest: sha256Of(String(n)) }) as const;

  it('stays in its area, and passes over what is no artifact', async () => {
    const put = (Key: string) => client.send(new PutObjectCommand({ Bucket: server.bucket, Key, Body: 'x' }));
    await put(keyOf(OBJECTS, address(0)));
    await put(keyOf(UPLOADS, address(1)));
    await put(`${OBJECTS}readme.txt`);
    const found: unknown[] = [];
    for await (const object of listObjects(client, server.bucket, OBJECTS)) found.push(object);
    expect(found).toMatchObject([{ address: address(0), sizeBytes: 1 }]);
  });

  // The test server cannot continue a list: its tokens are of DES, which Node.js has no more.
  it('goes through all pages', async () => {
    const keys = Array.from({ length: 7 }, (_, n) => keyOf(OBJECTS, address(n)));
    const send = ({ input }: ListObjectsV2Command): Promise<unknown> => {
      const start = Number(input.ContinuationToken ?? 0);
      const end = start + (input.MaxKeys ?? 0);
      return Promise.resolve({
        Contents: keys.slice(start, end).map((Key) => ({ Key, Size: 1, LastModified: new Date() })),
        NextContinuationToken: end < keys.length ? String(end) : undefined,
      });
    };
    const found: string[] = [];
    for await (const object of listObjects({ send } as unknown as S3Client, 'artifacts', OBJECTS, 2)) {
      found.push(keyOf(OBJECTS, object.address));
    }
    expect(found).toEqual(keys);
  });
});

interface Upload {
  readonly Key: string;
  readonly UploadId: string;
  readonly Initiated: Date;
}

/** A store that answers one upload a page, and what has been aborted in it. The test server lists none. */
function storeWith(uploads: readonly Upload[], abort?: Error): { client: S3Client; aborted: unknown[] } {
  const aborted: unknown[] = [];
  const send = (command: { input: { KeyMarker?: string; UploadId?: string } }): Promise<unknown> => {
    const { KeyMarker, UploadId } = command.input;
    if (UploadId !== undefined) {
      aborted.push(command.input);
      return abort === undefined ? Promise.resolve({}) : Promise.reject(abort);
    }
    const index = uploads.findIndex(({ Key }) => Key === KeyMarker) + 1;
    const page = uploads.slice(index, index + 1);
    return Promise.resolve({
      Uploads: page,
      IsTruncated: index + 1 < uploads.length,
      NextKeyMarker: page[0]?.Key,
    });
  };
  return { client: { send } as unknown as S3Client, aborted };
}

describe('abortUploadsBefore', () => {
  const before = new Date('2026-01-02T00:00:00Z');
  const uploads = ['a', 'b', 'c'].map((name, day) => ({
    Key: `objects/${name}`,
    UploadId: name,
    Initiated: new Date(Date.UTC(2026, 0, 1 + day)),
  }));
  const exception = (name: string, httpStatusCode: number) =>
    new S3ServiceException({ name, $fault: 'client', $metadata: { httpStatusCode } });

  it('ends those that began before, on all pages', async () => {
    const store = storeWith(uploads);
    expect(await abortUploadsBefore(store.client, 'artifacts', new Date('2026-01-02T12:00:00Z'), false)).toBe(
      2,
    );
    expect(store.aborted).toEqual([
      { Bucket: 'artifacts', Key: 'objects/a', UploadId: 'a' },
      { Bucket: 'artifacts', Key: 'objects/b', UploadId: 'b' },
    ]);
  });

  it('ends none in a dry run', async () => {
    const store = storeWith(uploads);
    expect(await abortUploadsBefore(store.client, 'artifacts', before, true)).toBe(1);
    expect(store.aborted).toEqual([]);
  });

  it('stands an upload that has ended meanwhile, and no other refusal', async () => {
    const ended = storeWith(uploads, exception('NoSuchUpload', 404));
    expect(await abortUploadsBefore(ended.client, 'artifacts', before, false)).toBe(1);
    const refused = storeWith(uploads, exception('AccessDenied', 403));
    await expect(abortUploadsBefore(refused.client, 'artifacts', before, false)).rejects.toThrow();
  });

  it('finds none in a store that lists none', async () => {
    expect(await abortUploadsBefore(client, server.bucket, new Date(), false)).toBe(0);
  });
});
