import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import {
  ARTIFACT_STORE,
  ArtifactTooLargeError,
  DigestMismatchError,
  type ArtifactStore,
  type StagedUploads,
  type UploadAddress,
} from '../../storage/artifacts/artifact-store.js';
import { artifactLimits } from './artifact-limits.js';
import { addressOf, type ArtifactName } from './artifact-name.js';
import { ArtifactsRepository, type OrganizationRef } from './artifacts.repository.js';
import type { UploadInstruction } from './artifacts.dto.js';
import { ArtifactRecords, MAX_KINDS_PER_DIGEST, tooManyKinds } from './artifact-records.js';
import {
  PresignedUploadsRepository,
  type ArtifactOrKinds,
  type PendingUpload,
} from './presigned-uploads.repository.js';
import { KeyedMutex } from '../../common/concurrency/keyed-mutex.js';

/**
 * Uploads that go directly to the object store. The store does not report completed uploads: the bytes are verified and
 * recorded on first use, at the latest when the version is published (registry contract 8).
 */
@Injectable()
export class PresignedUploadsService {
  // Concurrent callers for the same artifact: one verifies it, the others find it done.
  private readonly mutex = new KeyedMutex();

  constructor(
    private readonly uploads: PresignedUploadsRepository,
    private readonly artifacts: ArtifactsRepository,
    private readonly records: ArtifactRecords,
    @Inject(ARTIFACT_STORE) private readonly store: ArtifactStore,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Whether clients can access the store directly. */
  get areAvailable(): boolean {
    return this.store.presigning !== undefined;
  }

  /** Whether unverified uploads may exist: not with file storage, and nothing is accepted in read-only mode. */
  get canBePending(): boolean {
    return this.store.staged !== undefined && !this.config.readOnly;
  }

  /**
   * Issues an upload of an artifact to `subject`; null if clients cannot access the store.
   * @throws 409 for evidence with too many kinds, so that every issued upload can be recorded.
   */
  async issue(
    orgId: string,
    artifact: ArtifactName,
    sizeBytes: number | undefined,
    subject: string,
  ): Promise<UploadInstruction | null> {
    if (!this.areAvailable) return null;
    await this.expect(orgId, artifact, subject);
    return this.sign(artifact, sizeBytes);
  }

  /** Records that `subject` will upload an artifact. @throws 409 as `issue` */
  async expect(orgId: string, artifact: ArtifactName, subject: string): Promise<void> {
    const isKept = await this.records.whileRoom(orgId, artifact, () =>
      this.uploads.add(orgId, artifact, subject),
    );
    if (!isKept) throw tooManyKinds('evidence_kind');
  }

  /** The URL of an upload that is not expected, and so will not be accepted; null if clients cannot access the store. */
  async signIfAvailable(artifact: ArtifactName, sizeBytes: number): Promise<UploadInstruction | null> {
    return this.areAvailable ? this.sign(artifact, sizeBytes) : null;
  }

  /** The URL for an expected upload. */
  async sign(artifact: ArtifactName, sizeBytes: number | undefined): Promise<UploadInstruction> {
    const { presigning } = this.store;
    if (presigning === undefined) throw new Error('presigned uploads are not available');
    const { url, method, headers, expiresIn } = await presigning.upload(addressOf(artifact), sizeBytes);
    return { url, method, headers: { ...headers }, expires_in: expiresIn };
  }

  /**
   * Verifies and records the issued uploads of an artifact, or of all kinds of one evidence. Wrong bytes are removed.
   */
  async accept(organization: OrganizationRef, artifact: ArtifactOrKinds, signal: AbortSignal): Promise<void> {
    const { staged } = this.store;
    if (staged === undefined) return;
    const { kind, digest } = artifact;
    await this.mutex.run(`${organization.id} ${kind} ${digest}`, async () => {
      signal.throwIfAborted();
      for (const upload of await this.uploads.find(organization.id, artifact, MAX_KINDS_PER_DIGEST)) {
        await this.acceptOne(staged, organization, upload, signal);
      }
    });
  }

  private async acceptOne(
    staged: StagedUploads,
    { id, slug }: OrganizationRef,
    upload: PendingUpload,
    signal: AbortSignal,
  ): Promise<void> {
    const address = addressOf({ ...upload, org: slug });
    await this.artifacts.keep(address);
    const size = await this.verify(staged, address, signal);
    // Nothing was uploaded, or another process has accepted and recorded it. The same bytes stored as evidence of
    // another kind do not matter here (ADR 12).
    if (size === undefined) return;
    // False for evidence uploaded again after other kinds have reached the limit; such an upload was not issued.
    const uploader = { subject: upload.requestedBy, account_id: null };
    await this.records.recordUpload(id, { ...upload, org: slug }, size, uploader);
    await this.uploads.delete(id, upload);
    // If this fails, the cleanup removes it later.
    await staged.discard(address).catch(() => undefined);
  }

  private async verify(
    staged: StagedUploads,
    address: UploadAddress,
    signal: AbortSignal,
  ): Promise<number | undefined> {
    try {
      const maxBytes = artifactLimits(this.config)[address.kind];
      return await staged.accept(address, { maxBytes, signal });
    } catch (error) {
      // The wrong bytes have been removed: as if nothing had been uploaded.
      if (error instanceof DigestMismatchError || error instanceof ArtifactTooLargeError) return undefined;
      throw error;
    }
  }
}
