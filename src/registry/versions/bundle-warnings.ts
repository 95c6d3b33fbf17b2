import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '../../common/logging/logger.js';
import { WorkSlots } from '../../common/concurrency/work-slots.js';
import type { Sha256Digest } from '../../common/values/sha256-digest.js';
import { ARTIFACT_STORE, type ArtifactStore } from '../../storage/artifacts/artifact-store.js';
import { addressOf } from '../artifacts/artifact-name.js';
import { inspectBundle, type BundleFault } from '../artifacts/inspect-bundle.js';
import type { WarningCode } from './publish-warnings.js';

const PATIENCE_MS = 5000;
const LIMITS = { running: 2, waiting: 20 };

const CODES = {
  not_gzip_tar: 'bundle_not_gzip_tar',
  has_links: 'bundle_has_links',
  has_special_files: 'bundle_has_special_files',
  too_large: 'bundle_too_large',
  ambiguous: 'bundle_ambiguous',
} as const satisfies Record<BundleFault, WarningCode>;

/** Inspects stored bundles for content that clients refuse (registry contract 19). */
@Injectable()
export class BundleWarnings {
  private readonly slots = new WorkSlots(LIMITS, () => new Error('many bundles are being inspected'));

  constructor(
    @Inject(ARTIFACT_STORE) private readonly store: ArtifactStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Warnings about a stored bundle; none if the inspection takes more than a few seconds. Never rejects, because the
   * version has already been written.
   */
  async of(org: string, digest: Sha256Digest): Promise<WarningCode[]> {
    const limited = AbortSignal.timeout(PATIENCE_MS);
    const address = addressOf({ org, digest, kind: 'bundle', evidenceKind: '' });
    try {
      const faults = await this.slots.run(
        async () => inspectBundle(await this.store.read(address), limited),
        limited,
      );
      return faults.map((fault) => CODES[fault]);
    } catch (error) {
      this.logger.info({ org, digest, err: error }, 'a bundle could not be inspected');
      return [];
    }
  }
}
