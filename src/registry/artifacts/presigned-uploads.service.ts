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
import type { OrganizationRef } from './artifacts.repository.js';
import type { UploadInstruction } from './artifacts.dto.js';
import { ArtifactRecords, MAX_KINDS_PER_DIGEST, tooManyKinds } from './artifact-records.js';
import {
  PresignedUploadsRepository,
  type ArtifactOrKinds,
  type PendingUpload,
} from './presigned-uploads.repository.js';
import { KeyedMutex } from './keyed-mutex.js';

/**
 * Uploads that go straight to the object store. The store tells nobody when one is done: the bytes are verified and
 * recorded when somebody needs them, at the latest when the version is published (registry contract 8).
 */
@Injectable()
export class PresignedUploadsService {
  // Many ask at once for what one of them has to read: the others find it done.
  private readonly mutex = new KeyedMutex();

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

  /** Whether clients may have put something: not where bytes are files, and nothing is accepted in read-only mode. */
  get canBePending(): boolean {
    return this.store.staged !== undefined && !this.config.readOnly;
  }

  /**
   * Where `subject` may put the bytes of an artifact; null where clients cannot speak to the store.
   * @throws 409 for evidence under too many kinds: what is handed out can be recorded when it comes.
   */
  async handOut(
    orgId: string,
    artifact: ArtifactName,
    sizeBytes: number | undefined,
    subject: string,
  ): Promise<UploadInstruction | null> {
    const { presigning } = this.store;
    if (presigning === undefined) return null;
    const isKept = await this.records.whileRoom(orgId, artifact, () =>
      this.uploads.add(orgId, artifact, subject),
    );
    if (!isKept) throw tooManyKinds('evidence_kind');
    const { url, method, headers, expiresIn } = await presigning.upload(addressOf(artifact), sizeBytes);
    return { url, method, headers: { ...headers }, expires_in: expiresIn };
  }

  /**
   * Verifies and records what has been put for an artifact, or for all kinds of one evidence, if anything was handed out
   * for it. Wrong bytes are removed.
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
    await this.records.keep(address);
    const size = await this.verify(staged, address, signal);
    // Nothing was put, or another process has accepted it, and recorded it before it was gone. That the same bytes are
    // there as evidence of another kind is none of this upload's business (ADR 12).
    if (size === undefined) return;
    // False for evidence that came back when other kinds had taken its place: nobody has been promised that one.
    await this.records.record(id, upload, size, upload.requestedBy);
    await this.uploads.remove(id, upload);
    // What cannot be removed now is removed by the cleanup.
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
      // It is gone: as if nothing had been put.
      if (error instanceof DigestMismatchError || error instanceof ArtifactTooLargeError) return undefined;
      throw error;
    }
  }
}
