import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import {
  ARTIFACT_STORE,
  type ArtifactPresigning,
  type ArtifactStore,
} from '../../storage/artifacts/artifact-store.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { PresignedUploadsRepository } from '../artifacts/presigned-uploads.repository.js';
import { PresignedUploadsService } from '../artifacts/presigned-uploads.service.js';
import { Failures } from './failures.js';
import { PresignedCleanupRepository, type OldUpload } from './presigned-cleanup.repository.js';
import { cutoffOf, type CleanupOptions, type Removal } from './removal.js';

// To verify one upload takes as long as it takes to read it.
const VERIFY_MS = 10 * 60_000;

/** Ends the presigned uploads that were handed out long ago: what a version names is verified, the rest goes. */
@Injectable()
export class PresignedLeftovers {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly cleanup: PresignedCleanupRepository,
    private readonly rows: PresignedUploadsRepository,
    private readonly uploads: PresignedUploadsService,
    @Inject(ARTIFACT_STORE) private readonly store: ArtifactStore,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  async *remove({ olderThanHours, dryRun }: CleanupOptions): AsyncGenerator<Removal> {
    const { presigning } = this.store;
    if (presigning === undefined) return;
    const failures = new Failures();
    const hours = Math.max(olderThanHours, this.hoursOfUrls);
    let olds = await this.cleanup.oldOnes(undefined, hours);
    for (let last = olds.at(-1); last !== undefined; last = olds.at(-1)) {
      for (const old of olds) {
        const { org, kind, digest } = old;
        if (dryRun) {
          if (!old.named) yield { address: { org, kind, digest }, sizeBytes: 0 };
          continue;
        }
        const gone = await failures.past(() => this.end(presigning, old, hours));
        if (gone === true) yield { address: { org, kind, digest }, sizeBytes: 0 };
      }
      olds = await this.cleanup.oldOnes(last, hours);
    }
    if (!dryRun) await this.adoptStrays(presigning, hours);
    failures.throwIfAny();
  }

  /** Nobody can put anything any more when the URLs have expired. */
  private get hoursOfUrls(): number {
    const { storage } = this.config;
    return storage.type === 's3' ? storage.presign.expiresIn / 3600 : 0;
  }

  /** True when what was put, if anything, is thrown away. */
  private async end(presigning: ArtifactPresigning, old: OldUpload, hours: number): Promise<boolean> {
    const { orgId, slug, org, kind, digest } = old;
    if (old.named) {
      await this.uploads.accept({ id: orgId, slug }, kind, digest, AbortSignal.timeout(VERIFY_MS));
    }
    return this.uow.run(async () => {
      if (!(await this.cleanup.tryLock(old, hours))) return false;
      // As for artifacts (ADR 13): whoever is handed out the same upload waits for the lock.
      await presigning.discard({ org, kind, digest });
      await this.rows.remove(orgId, kind, digest);
      return true;
    });
  }

  /** A URL can be used again after its upload was accepted: what that leaves has no row. */
  private async adoptStrays(presigning: ArtifactPresigning, hours: number): Promise<void> {
    const before = cutoffOf(hours);
    for await (const { address, modifiedAt } of presigning.list()) {
      if (modifiedAt < before) await this.cleanup.adopt(address);
    }
  }
}
