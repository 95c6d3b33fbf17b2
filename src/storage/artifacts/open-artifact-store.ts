import { join } from 'node:path';
import type { AppConfig } from '../../config/app-config.js';
import type { FilesystemSettings, S3Settings } from '../../config/storage.js';
import type { ArtifactStore } from './artifact-store.js';
import { FilesystemArtifactStore } from './filesystem-artifact-store.js';

type StoreSettings = FilesystemSettings | S3Settings;

/** Describes a type of store before one is opened. */
interface StoreType<Settings extends StoreSettings> {
  /** Whether artifacts are files in the data directory. */
  readonly usesDataDirectory: boolean;
  readonly open: (settings: Settings, dataDir: string) => Promise<ArtifactStore>;
}

const STORE_TYPES: { readonly [T in StoreSettings['type']]: StoreType<Extract<StoreSettings, { type: T }>> } =
  {
    filesystem: {
      usesDataDirectory: true,
      open: (_settings, dataDir) => Promise.resolve(new FilesystemArtifactStore(join(dataDir, 'artifacts'))),
    },
    s3: {
      usesDataDirectory: false,
      open: async (settings) => {
        // Loaded on demand, because the AWS SDK is large.
        const { S3ArtifactStore } = await import('./s3-artifact-store.js');
        return new S3ArtifactStore(settings);
      },
    },
  };

/** Opens the configured store. */
export const openArtifactStore = ({
  storage,
  dataDir,
}: Pick<AppConfig, 'storage' | 'dataDir'>): Promise<ArtifactStore> =>
  (STORE_TYPES[storage.type] as StoreType<StoreSettings>).open(storage, dataDir);

/** Whether the configured store keeps files in the data directory. */
export const usesDataDirectory = ({ storage }: Pick<AppConfig, 'storage'>): boolean =>
  STORE_TYPES[storage.type].usesDataDirectory;
