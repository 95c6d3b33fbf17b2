import { join } from 'node:path';
import type { AppConfig } from '../../config/app-config.js';
import type { FilesystemSettings, S3Settings } from '../../config/storage.js';
import {
  ARTIFACT_KINDS,
  HUB_OBJECT_KINDS,
  type ArtifactStore,
  type HubObjectKind,
} from './artifact-store.js';
import { FilesystemArtifactStore } from './filesystem-artifact-store.js';

type StoreSettings = FilesystemSettings | S3Settings;

/** Describes a type of store before one is opened. */
interface StoreType<Settings extends StoreSettings> {
  /** Whether artifacts are files in the data directory. */
  readonly usesDataDirectory: boolean;
  /** Opens the registry's store. */
  readonly openArtifacts: (settings: Settings, dataDir: string) => Promise<ArtifactStore>;
  /** Opens the hub's store, which shares the folder or bucket and nothing else. */
  readonly openHubObjects: (settings: Settings, dataDir: string) => Promise<ArtifactStore<HubObjectKind>>;
}

type StoreTypes = { readonly [T in StoreSettings['type']]: StoreType<Extract<StoreSettings, { type: T }>> };

const STORE_TYPES: StoreTypes = {
  filesystem: {
    usesDataDirectory: true,
    openArtifacts: (_settings, dataDir) =>
      Promise.resolve(new FilesystemArtifactStore(join(dataDir, 'artifacts'), ARTIFACT_KINDS)),
    openHubObjects: (_settings, dataDir) =>
      Promise.resolve(new FilesystemArtifactStore(join(dataDir, 'hub'), HUB_OBJECT_KINDS)),
  },
  s3: {
    usesDataDirectory: false,
    // Loaded on demand, because the AWS SDK is large.
    openArtifacts: async (settings) => {
      const { S3ArtifactStore } = await import('./s3-artifact-store.js');
      return new S3ArtifactStore(settings);
    },
    openHubObjects: async (settings) => {
      const [{ S3ObjectStore }, { ObjectKeys }] = await Promise.all([
        import('./s3-object-store.js'),
        import('./object-keys.js'),
      ]);
      return new S3ObjectStore(settings, new ObjectKeys('hub/', HUB_OBJECT_KINDS));
    },
  },
};

const typeOf = ({ type }: StoreSettings): StoreType<StoreSettings> =>
  STORE_TYPES[type] as StoreType<StoreSettings>;

type StorageConfig = Pick<AppConfig, 'storage' | 'dataDir'>;

/** Opens the configured store of the registry. */
export const openArtifactStore = ({ storage, dataDir }: StorageConfig): Promise<ArtifactStore> =>
  typeOf(storage).openArtifacts(storage, dataDir);

/** Opens the configured store of the hub. */
export const openHubObjects = ({ storage, dataDir }: StorageConfig): Promise<ArtifactStore<HubObjectKind>> =>
  typeOf(storage).openHubObjects(storage, dataDir);

/** Whether the configured store keeps files in the data directory. */
export const usesDataDirectory = ({ storage }: Pick<AppConfig, 'storage'>): boolean =>
  typeOf(storage).usesDataDirectory;
