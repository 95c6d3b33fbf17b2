import { join } from 'node:path';
import type { AppConfig } from '../../config/app-config.js';
import type { ArtifactStore } from './artifact-store.js';
import { FilesystemArtifactStore } from './filesystem-artifact-store.js';

/** The configured store. The SDK of object stores is much code, which is loaded where one is used. */
export async function openArtifactStore({ storage, dataDir }: AppConfig): Promise<ArtifactStore> {
  if (storage.type === 'filesystem') return new FilesystemArtifactStore(join(dataDir, 'artifacts'));
  const { S3ArtifactStore } = await import('./s3-artifact-store.js');
  return new S3ArtifactStore(storage);
}
