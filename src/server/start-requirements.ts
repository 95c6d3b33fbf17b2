import type { Running } from './shutdown.js';
import {
  ARTIFACT_STORE,
  HUB_OBJECTS,
  UnusableStoreError,
  type ArtifactStore,
  type HubObjectKind,
} from '../storage/artifacts/artifact-store.js';
import { UnmetRequirementsError } from '../storage/database/database-requirements.js';
import { faultsOfDatabase } from '../storage/database/migrate.js';
import { faultsOfRedis } from '../storage/redis/redis-requirements.js';
import { SharedRedis } from '../storage/redis/shared-redis.js';

/** The stores of the registry and of the hub. */
export const storesOf = (
  app: Running['app'],
): Pick<ArtifactStore, 'requireUsable' | 'removeUnfinished'>[] => [
  app.get<ArtifactStore>(ARTIFACT_STORE),
  app.get<ArtifactStore<HubObjectKind>>(HUB_OBJECTS),
];

/**
 * Checks the database, Redis and the object store before the start changes anything. A part that is unavailable now may come
 * back; one that cannot be used as it is will not.
 * @throws UnmetRequirementsError with every fault; NewerDatabaseError
 */
export async function requireUsableParts(running: Running): Promise<void> {
  const { app, config, database } = running;
  const faults = [
    ...(await faultsOfStores(running)),
    ...(await faultsOfRedis(app.get(SharedRedis, { strict: false }))),
    // The embedded one is part of the program.
    ...(typeof database.server === 'string'
      ? await faultsOfDatabase(
          { server: database.server },
          { migrate: config.database.migrate && !config.readOnly, write: !config.readOnly },
        )
      : []),
  ];
  if (faults.length > 0) throw new UnmetRequirementsError(faults);
}

async function faultsOfStores({ app, config, logger }: Running): Promise<string[]> {
  const faults = new Set<string>();
  for (const store of storesOf(app)) {
    await store.requireUsable({ writes: !config.readOnly }).catch((error: unknown) => {
      if (error instanceof UnusableStoreError) faults.add(error.message);
      else logger.warn({ err: error }, 'the object store cannot be reached now');
    });
  }
  return [...faults];
}
