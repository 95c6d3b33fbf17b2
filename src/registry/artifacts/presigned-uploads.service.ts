import { Inject, Injectable } from '@nestjs/common';
import { nameKey } from '../../common/values/names.js';
import type { Sha256Digest } from '../../common/values/sha256-digest.js';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import {
  ARTIFACT_STORE,
  ArtifactTooLargeError,
  DigestMismatchError,
  type ArtifactAddress,
  type ArtifactKind,
  type ArtifactStore,
} from '../../storage/artifacts/artifact-store.js';
import { artifactLimits } from './artifact-limits.js';
import type { ArtifactName } from './artifact-name.js';
import type { UploadInstruction } from './artifacts.dto.js';
import { ArtifactRecords } from './artifact-records.js';
import { PresignedUploadsRepository, type PendingUpload } from './presigned-uploads.repository.js';

/** An organization by its row and its slug. */
export interface OrganizationRef {
  readonly id: string;
  readonly slug: string;
}

/**
 * Uploads that go straight to the object store. The store tells nobody when one is done: the bytes are verified and
 * recorded when somebody needs them, at the latest when the version is published (decisions, registry 8).
 */
@Injectable()
export class PresignedUploadsService {
  constructor(
    private readonly uploads: PresignedUploadsRepository,
    private readonly records: ArtifactRecords,
    @Inject(ARTIFACT_STORE) private readonly store: ArtifactStore,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Whether clients can speak to the store themselves. */
  get areAvailable(): boolean {
    return this.store.presigning !== undefined;
  }

  /** Where `subject` may put the bytes of an artifact; null where clients cannot speak to the store. */
  async handOut(
    orgId: string,
    artifact: ArtifactName,
    sizeBytes: number | undefined,
    subject: string,
  ): Promise<UploadInstruction | null> {
    const { presigning } = this.store;
    if (presigning === undefined) return null;
    await this.uploads.add(orgId, artifact, subject);
    const { url, method, headers, expiresIn } = await presigning.upload(addressOf(artifact), sizeBytes);
    return { url, method, headers: { ...headers }, expires_in: expiresIn };
  }

  /** Verifies and records what has been put for a digest, if anything was handed out for it. Wrong bytes are removed. */
  async accept(
    organization: OrganizationRef,
    kind: ArtifactKind,
    digest: Sha256Digest,
    signal: AbortSignal,
  ): Promise<void> {
    if (this.store.presigning === undefined) return;
    const pending = await this.uploads.find(organization.id, kind, digest);
    if (pending.length === 0) return;
    const address = { org: nameKey(organization.slug), kind, digest };
    await this.records.keep(address);
    const size = await this.take(address, signal);
    if (size === undefined) return;
    await this.record(organization.id, address, size, pending);
    await this.uploads.remove(organization.id, kind, digest);
  }

  private async take(address: ArtifactAddress, signal: AbortSignal): Promise<number | undefined> {
    try {
      const maxBytes = artifactLimits(this.config)[address.kind];
      const size = await this.store.presigning?.accept(address, { maxBytes, signal });
      // Somebody else may have accepted it at the same moment.
      return size ?? (await this.store.size(address));
    } catch (error) {
      // It is gone: as if nothing had been put.
      if (error instanceof DigestMismatchError || error instanceof ArtifactTooLargeError) return undefined;
      throw error;
    }
  }

  private async record(
    orgId: string,
    { kind, digest }: ArtifactAddress,
    size: number,
    pending: readonly PendingUpload[],
  ): Promise<void> {
    for (const { evidenceKind, requestedBy } of pending) {
      await this.records.record(orgId, { digest, kind, evidenceKind }, size, requestedBy);
    }
  }
}

const addressOf = ({ org, kind, digest }: ArtifactName): ArtifactAddress => ({
  org: nameKey(org),
  kind,
  digest,
});
