import { Inject, Injectable } from '@nestjs/common';
import { isOrganizationSlug } from '../../common/values/names.js';
import {
  ARTIFACT_STORE,
  type ArtifactAddress,
  type ArtifactStore,
  type StoredObject,
} from '../../storage/artifacts/artifact-store.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { CleanupRepository } from './cleanup.repository.js';
import { Failures } from './failures.js';
import { cutoffOf, type CleanupOptions, type Removal } from './removal.js';

const BATCH = 200;

/** The items that satisfy `isWanted`, in batches. */
async function* batchesOf<T>(items: AsyncIterable<T>, isWanted: (item: T) => boolean): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    if (!isWanted(item)) continue;
    batch.push(item);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** An object of an unknown organization, which is not removed. */
export interface UnknownObject {
  readonly unknown: StoredObject;
}

/**
 * Finds objects without a row, left behind by a process that crashed after storing them. Those of existing
 * organizations are recorded, so that they are removed as unreferenced a day later; those of unknown organizations are
 * reported, and removed on request.
 */
@Injectable()
export class StrayObjects {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly cleanup: CleanupRepository,
    @Inject(ARTIFACT_STORE) private readonly store: ArtifactStore,
  ) {}

  async *remove(
    { olderThanHours, dryRun, unknownOrganizations = false }: CleanupOptions,
    signal: AbortSignal,
  ): AsyncGenerator<Removal | UnknownObject> {
    const failures = new Failures();
    const before = cutoffOf(olderThanHours);
    const isOld = ({ modifiedAt, address }: StoredObject): boolean =>
      modifiedAt < before && isOrganizationSlug(address.orgKey);
    for await (const objects of batchesOf(this.store.list(signal), isOld)) {
      for (const { index, orgId } of await this.cleanup.withoutRow(objects)) {
        signal.throwIfAborted();
        const object = objects[index - 1];
        if (object === undefined) continue;
        if (orgId !== null) {
          if (!dryRun) await failures.attempt(() => this.adopt(orgId, object));
        } else if (unknownOrganizations) {
          const gone = dryRun || (await failures.attempt(() => this.removeUnknown(object.address)));
          if (gone === true) yield object;
        } else {
          yield { unknown: object };
        }
      }
    }
    failures.throwIfAny();
  }

  private adopt(orgId: string, object: StoredObject): Promise<void> {
    return this.uow.run(async () => {
      const id = await this.cleanup.adopt(orgId, object);
      // Another cleanup may have removed it since it was listed.
      if (id === undefined) return;
      if ((await this.store.size(object.address)) === undefined) await this.cleanup.delete(id);
    });
  }

  private removeUnknown(address: ArtifactAddress): Promise<boolean> {
    return this.uow.run(async () => {
      // The organization may be created concurrently, with these bytes.
      const id = await this.cleanup.reserveOrganization(address.orgKey);
      if (id === undefined) return false;
      await this.store.delete(address);
      await this.cleanup.releaseOrganization(id);
      return true;
    });
  }
}
