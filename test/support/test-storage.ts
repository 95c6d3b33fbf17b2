import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { S3Server } from './s3-server.js';

/** The artifact storage of the product under test. */
export interface TestStorage {
  /** The variables that configure the product to use it. */
  readonly settings: Readonly<Record<string, string>>;
  /** The names of the stored objects, each ending in the hex digits of its digest. */
  objects(): Promise<string[]>;
  /** The names of files of unfinished uploads. */
  unfinished(): Promise<string[]>;
  close(): Promise<void>;
}

/** The storage of this test run: a dedicated bucket without presigned transfers, or files. */
export async function openTestStorage(dataDir: string): Promise<TestStorage> {
  return process.env['TEST_STORAGE'] === 's3' ? bucket(await S3Server.start()) : files(dataDir);
}

/** Files in the data directory. */
export function files(dataDir: string): TestStorage {
  return {
    settings: {},
    objects: () => filesOf(join(dataDir, 'artifacts', 'objects')),
    unfinished: () => filesOf(join(dataDir, 'artifacts', 'tmp')),
    close: () => Promise.resolve(),
  };
}

const bucket = (server: S3Server): TestStorage => ({
  settings: { ...server.settings, STORAGE_PRESIGN_ENABLED: 'false' },
  objects: () => server.keys(),
  unfinished: () => server.unfinished(),
  close: () => server.close(),
});

async function filesOf(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  } catch (error) {
    // Nothing has been stored yet.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
