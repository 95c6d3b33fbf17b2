import { Inject, Injectable } from '@nestjs/common';
import { NIL_UUID } from '../../common/values/uuid.js';
import { ARTIFACT_STORE, type ArtifactStore } from '../../storage/artifacts/artifact-store.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { CleanupRepository, type ArtifactRow } from './cleanup.repository.js';
import { Failures } from './failures.js';
import type { CleanupOptions, Removal } from './removal.js';

/** Removes unreferenced artifacts (registry contract 8; ADR 13). */
@Injectable()
export class UnreferencedArtifacts {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly cleanup: CleanupRepository,
    @Inject(ARTIFACT_STORE) private readonly store: ArtifactStore,
  ) {}

  async *remove({ olderThanHours, dryRun }: CleanupOptions, signal: AbortSignal): AsyncGenerator<Removal> {
    const failures = new Failures();
    let rows = await this.cleanup.window(NIL_UUID, olderThanHours);
    for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
      signal.throwIfAborted();
      for (const row of rows.filter(({ removable }) => removable)) {
        signal.throwIfAborted();
        const gone = dryRun || (await failures.attempt(() => this.removeOne(row, olderThanHours)));
        const { orgKey, kind, digest } = row;
        if (gone === true) yield { address: { orgKey, kind, digest }, sizeBytes: Number(row.sizeBytes) };
      }
      rows = await this.cleanup.window(last.id, olderThanHours);
    }
    failures.throwIfAny();
  }

  private removeOne(row: ArtifactRow, hours: number): Promise<boolean> {
    return this.uow.run(async () => {
      if (!(await this.cleanup.tryLock(row))) return false;
      if (!(await this.cleanup.isRemovable(row, hours))) return false;
      // Only the cleanup calls the store in a transaction: its locks prevent others from relying on the bytes
      // meanwhile.
      if (!(await this.cleanup.hasSibling(row))) await this.store.delete(row);
      await this.cleanup.delete(row.id);
      return true;
    });
  }
}
