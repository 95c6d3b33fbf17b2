import { mkdtemp, readdir, rm, utimes, writeFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FilesystemArtifactStore } from '../../src/storage/artifacts/filesystem-artifact-store.js';
import { describeArtifactStore, type StoreUnderTest } from './artifact-store.contract.js';

const LONG_AGO = new Date('2020-01-01T00:00:00Z');

describeArtifactStore('FilesystemArtifactStore', async (): Promise<StoreUnderTest> => {
  const root = await mkdtemp(join(tmpdir(), 'mcp-hub-artifacts-'));
  const store = new FilesystemArtifactStore(root);
  const unfinished = join(root, 'tmp');
  // As at the start of the server: the first test may find no folder otherwise.
  await store.removeUnfinished();
  return {
    store,
    unfinished: async () => (await readdir(unfinished)).length,
    abandon: async () => {
      await mkdir(unfinished, { recursive: true });
      const draft = join(unfinished, 'left-by-a-dead-process');
      await writeFile(draft, 'the first half of');
      await utimes(draft, LONG_AGO, LONG_AGO);
    },
    close: () => rm(root, { recursive: true, force: true }),
  };
});
