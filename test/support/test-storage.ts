import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { S3Server } from './s3-server.js';

/** Where the product under test keeps its artifacts. */
export interface TestStorage {
  /** The variables that make the product use it. */
  readonly settings: Readonly<Record<string, string>>;
  /** Names of the stored objects, each ending in the hexadecimal digits of its digest. */
  objects(): Promise<string[]>;
  /** Names of what belongs to uploads that have not ended. */
  unfinished(): Promise<string[]>;
  close(): Promise<void>;
}

/** The storage of this run of the tests; a bucket of the test's own, whose bytes all go through the registry, or files. */
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
