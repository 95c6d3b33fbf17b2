import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { createS3Client } from '../../src/storage/artifacts/s3-client.js';
import type { AppConfig } from '../../src/config/app-config.js';

/** Where a product under test stores its objects. */
export interface Stored {
  readonly dataDir: string;
  readonly config: Pick<AppConfig, 'storage'>;
}

/** The bytes of one object, behind the back of the product. */
export interface StoredObjectBytes {
  read(): Promise<Buffer>;
  replace(bytes: Uint8Array): Promise<void>;
  remove(): Promise<void>;
}

/** The stored object of a kind with this digest, of any owner unless one is named. @throws when there is none */
export function storedObject(
  t: Stored,
  kind: string,
  digest: string,
  owner = '',
): Promise<StoredObjectBytes> {
  const hex = digest.slice('sha256:'.length);
  return t.config.storage.type === 's3'
    ? objectOfBucket(t, `${owner}/${kind}/${hex}`)
    : file(t, `${owner}/${kind}/`, hex);
}

async function file({ dataDir }: Stored, folder: string, hex: string): Promise<StoredObjectBytes> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const found = entries.find(({ name, parentPath }) => name === hex && parentPath.includes(folder));
  if (found === undefined) throw new Error(`no ${hex} is stored in ${folder}`);
  const path = join(found.parentPath, found.name);
  return {
    read: () => readFile(path),
    replace: (bytes) => writeFile(path, bytes),
    remove: () => rm(path, { force: true }),
  };
}

async function objectOfBucket({ config: { storage } }: Stored, end: string): Promise<StoredObjectBytes> {
  if (storage.type !== 's3') throw new Error('the storage is no bucket');
  const client = createS3Client(storage);
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: storage.bucket }));
  const key = Contents.map(({ Key = '' }) => Key).find((name) => name.endsWith(end));
  if (key === undefined) throw new Error(`no object ends in ${end}`);
  const object = { Bucket: storage.bucket, Key: key };
  return {
    read: async () => {
      const { Body } = await client.send(new GetObjectCommand(object));
      return Buffer.from((await Body?.transformToByteArray()) ?? []);
    },
    replace: async (bytes) => void (await client.send(new PutObjectCommand({ ...object, Body: bytes }))),
    remove: async () => void (await client.send(new DeleteObjectCommand(object))),
  };
}
