import { join } from 'node:path';
import type { AppConfig } from '../../config/app-config.js';
import type { ArtifactStore } from './artifact-store.js';
import { FilesystemArtifactStore } from './filesystem-artifact-store.js';
import { S3ArtifactStore } from './s3-artifact-store.js';

/** The configured store. */
export const openArtifactStore = ({ storage, dataDir }: AppConfig): ArtifactStore =>
  storage.type === 's3'
    ? new S3ArtifactStore(storage)
    : new FilesystemArtifactStore(join(dataDir, 'artifacts'));
