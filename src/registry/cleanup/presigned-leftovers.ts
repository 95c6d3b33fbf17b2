import { Inject, Injectable } from '@nestjs/common';
import {
  ARTIFACT_STORE,
  type ArtifactStore,
  type StagedUploads,
} from '../../storage/artifacts/artifact-store.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { PresignedUploadsService } from '../artifacts/presigned-uploads.service.js';
import { Failures } from './failures.js';
import { PresignedCleanupRepository, type OldUpload } from './presigned-cleanup.repository.js';
import { cutoffOf, type CleanupOptions, type Removal } from './removal.js';

// Verifying an upload requires reading all of it.
const VERIFY_MS = 10 * 60_000;

/** Finishes presigned uploads that were issued long ago: referenced ones are verified, the rest is removed. */
@Injectable()
export class PresignedLeftovers {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly cleanup: PresignedCleanupRepository,
    private readonly uploads: PresignedUploadsService,
    @Inject(ARTIFACT_STORE) private readonly store: ArtifactStore,
  ) {}

  async *remove({ olderThanHours, dryRun }: CleanupOptions, signal: AbortSignal): AsyncGenerator<Removal> {
    const { staged } = this.store;
    if (staged === undefined) return;
    const failures = new Failures();
    // Nothing can be uploaded once the URLs have expired.
    const hours = Math.max(olderThanHours, staged.urlSeconds / 3600);
    let olds = await this.cleanup.findOld(undefined, hours);
    for (let last = olds.at(-1); last !== undefined; last = olds.at(-1)) {
      for (const old of olds) {
        signal.throwIfAborted();
        const gone = dryRun
          ? !old.referenced
          : await failures.attempt(() => this.end(staged, old, hours, signal));
        if (gone === true) yield { address: old, sizeBytes: 0 };
      }
      olds = await this.cleanup.findOld(last, hours);
    }
    if (!dryRun) await this.adoptStrays(staged, hours, signal);
    failures.throwIfAny();
  }

  /** True if the staged bytes, if any, are discarded. */
  private async end(
    staged: StagedUploads,
    old: OldUpload,
    hours: number,
    signal: AbortSignal,
  ): Promise<boolean> {
    if (old.referenced) {
      const limited = AbortSignal.any([signal, AbortSignal.timeout(VERIFY_MS)]);
      await this.uploads.accept({ id: old.orgId, slug: old.slug }, old, limited);
    }
    return this.uow.run(async () => {
      if (!(await this.cleanup.tryDelete(old, hours))) return false;
      // As for artifacts (ADR 13): issuing the same upload again waits until this one is removed.
      await staged.discard(old);
      return true;
    });
  }

  /** A URL can be reused after its upload was accepted, which leaves staged bytes without a row. */
  private async adoptStrays(staged: StagedUploads, hours: number, signal: AbortSignal): Promise<void> {
    const before = cutoffOf(hours);
    for await (const { address, modifiedAt } of staged.list(signal)) {
      if (modifiedAt < before) await this.cleanup.adopt(address);
    }
  }
}
