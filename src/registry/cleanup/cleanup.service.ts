import { Inject, Injectable } from '@nestjs/common';
import { ARTIFACT_STORE, type ArtifactStore } from '../../storage/artifacts/artifact-store.js';
import { PresignedLeftovers } from './presigned-leftovers.js';
import { cutoffOf, type CleanupOptions, type Removal } from './removal.js';
import { StrayObjects, type UnknownObject } from './stray-objects.js';
import { UnreferencedArtifacts } from './unreferenced-artifacts.js';

const NEVER = new AbortController().signal;

/** Steps of the cleanup. */
export type CleanupStep = 'artifacts' | 'presigned uploads' | 'objects' | 'unfinished uploads';

/** Numbers of what was removed, or would be in a dry run. */
export interface CleanupCounts {
  artifacts: number;
  bytes: number;
  presignedUploads: number;
  unfinishedUploads: number;
  /** Objects of unknown organizations, which were not removed. */
  unknownObjects: number;
}

/** Observes a cleanup, which ends early when `signal` is aborted. */
export interface CleanupWatch {
  readonly signal?: AbortSignal;
  step?(step: CleanupStep): void;
  removed?(removal: Removal): void;
}

/** Removes unreferenced artifacts and unfinished uploads (ADR 13). */
@Injectable()
export class CleanupService {
  constructor(
    private readonly artifacts: UnreferencedArtifacts,
    private readonly strays: StrayObjects,
    private readonly presigned: PresignedLeftovers,
    @Inject(ARTIFACT_STORE) private readonly store: ArtifactStore,
  ) {}

  /**
   * A failed removal does not end its step, and a failed step does not end the others. @throws the first error at the
   * end
   */
  async run(options: CleanupOptions, watch: CleanupWatch = {}): Promise<CleanupCounts> {
    const { signal = NEVER } = watch;
    const counts = { artifacts: 0, bytes: 0, presignedUploads: 0, unfinishedUploads: 0, unknownObjects: 0 };
    const follow = async (
      removals: AsyncIterable<Removal | UnknownObject>,
      key: 'artifacts' | 'presignedUploads',
    ) => {
      for await (const removal of removals) {
        if ('unknown' in removal) {
          counts.unknownObjects += 1;
          continue;
        }
        counts[key] += 1;
        counts.bytes += removal.sizeBytes;
        watch.removed?.(removal);
      }
    };
    const steps: [CleanupStep, () => Promise<void>][] = [
      // First, because it completes artifacts that versions reference.
      ['presigned uploads', () => follow(this.presigned.remove(options, signal), 'presignedUploads')],
      ['artifacts', () => follow(this.artifacts.remove(options, signal), 'artifacts')],
      ['objects', () => follow(this.strays.remove(options, signal), 'artifacts')],
      [
        'unfinished uploads',
        async () => {
          const before = cutoffOf(options.olderThanHours);
          counts.unfinishedUploads = await this.store.removeAbandoned(before, options, signal);
        },
      ],
    ];
    const failures: unknown[] = [];
    for (const [step, work] of steps) {
      if (signal.aborted) break;
      watch.step?.(step);
      await work().catch((error: unknown) => {
        // An aborted step is not a failure.
        if (!signal.aborted) failures.push(error);
      });
    }
    if (failures.length > 0) throw failures[0];
    return counts;
  }
}
