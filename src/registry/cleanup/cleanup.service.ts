import { Inject, Injectable } from '@nestjs/common';
import { ARTIFACT_STORE, type ArtifactStore } from '../../storage/artifacts/artifact-store.js';
import { PresignedLeftovers } from './presigned-leftovers.js';
import { cutoffOf, type CleanupOptions, type Removal } from './removal.js';
import { StrayObjects } from './stray-objects.js';
import { UnnamedArtifacts } from './unnamed-artifacts.js';

/** What a step of the cleanup is about. */
export type CleanupStep = 'artifacts' | 'presigned uploads' | 'objects' | 'unfinished uploads';

/** What has been removed, or would be. */
export interface CleanupCounts {
  artifacts: number;
  bytes: number;
  presignedUploads: number;
  unfinishedUploads: number;
}

/** Whoever follows a cleanup. It ends early, between two removals, when `signal` is aborted. */
export interface CleanupWatch {
  readonly signal?: AbortSignal;
  step?(step: CleanupStep): void;
  removed?(removal: Removal): void;
}

/** Removes what nobody needs: artifacts that no version names, and uploads that never ended (ADR 13). */
@Injectable()
export class CleanupService {
  constructor(
    private readonly artifacts: UnnamedArtifacts,
    private readonly strays: StrayObjects,
    private readonly presigned: PresignedLeftovers,
    @Inject(ARTIFACT_STORE) private readonly store: ArtifactStore,
  ) {}

  /** A failed removal does not end a step, a failed step not the others. @throws at the end, what failed first */
  async run(options: CleanupOptions, watch: CleanupWatch = {}): Promise<CleanupCounts> {
    const counts = { artifacts: 0, bytes: 0, presignedUploads: 0, unfinishedUploads: 0 };
    const follow = async (removals: AsyncIterable<Removal>, key: 'artifacts' | 'presignedUploads') => {
      for await (const removal of removals) {
        counts[key] += 1;
        counts.bytes += removal.sizeBytes;
        watch.removed?.(removal);
        if (watch.signal?.aborted === true) return;
      }
    };
    const steps: [CleanupStep, () => Promise<void>][] = [
      // First, because it gives versions what they name.
      ['presigned uploads', () => follow(this.presigned.remove(options), 'presignedUploads')],
      ['artifacts', () => follow(this.artifacts.remove(options), 'artifacts')],
      ['objects', () => follow(this.strays.remove(options), 'artifacts')],
      [
        'unfinished uploads',
        async () => {
          const before = cutoffOf(options.olderThanHours);
          counts.unfinishedUploads = await this.store.removeAbandoned(before, options);
        },
      ],
    ];
    const failures: unknown[] = [];
    for (const [step, work] of steps) {
      if (watch.signal?.aborted === true) break;
      watch.step?.(step);
      await work().catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
    return counts;
  }
}
