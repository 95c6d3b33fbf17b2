import { Inject, Injectable } from '@nestjs/common';
import { RegistryChanges } from '../../auth/registry/registry-changes.js';
import type { RegistryPrincipal } from '../../auth/registry/registry-principal.js';
import { organizationSuspended } from '../../auth/rules/suspended-organization.js';
import { badRequest, notFound } from '../../common/errors/api-error.js';
import type { BodyStream } from '../../common/http/request-body.js';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import {
  ARTIFACT_STORE,
  ArtifactTooLargeError,
  DigestMismatchError,
  type ArtifactKind,
  type ArtifactStore,
} from '../../storage/artifacts/artifact-store.js';
import { artifactLimits, tooLarge } from './artifact-limits.js';
import { addressOf, type ArtifactName } from './artifact-name.js';
import { ArtifactRecords, tooManyKinds } from './artifact-records.js';
import { ArtifactsRepository } from './artifacts.repository.js';
import type { UploadedArtifact } from './artifacts.dto.js';

/** Accepts uploads of artifacts through the registry (registry contract 8). */
@Injectable()
export class UploadService {
  private readonly maxBytes: Readonly<Record<ArtifactKind, number>>;

  constructor(
    private readonly changes: RegistryChanges,
    private readonly artifacts: ArtifactsRepository,
    private readonly records: ArtifactRecords,
    @Inject(ARTIFACT_STORE) private readonly store: ArtifactStore,
    @Inject(APP_CONFIG) config: AppConfig,
  ) {
    this.maxBytes = artifactLimits(config);
  }

  /**
   * Streams a body into the store. On return it is durable and recorded.
   * @throws 400 when it does not hash to the digest, 403 for a suspended organization, 404 for one that does not exist, 409 for evidence with
   * too many kinds, 413 over the limit.
   */
  async upload(
    principal: RegistryPrincipal,
    artifact: ArtifactName,
    body: BodyStream,
  ): Promise<UploadedArtifact> {
    const maxBytes = this.maxBytes[artifact.kind];
    if ((body.declaredBytes ?? 0) > maxBytes) throw tooLarge(artifact.kind, maxBytes);
    const address = addressOf(artifact);
    const organization = await this.artifacts.keep(address);
    if (organization?.slug !== artifact.org) throw notFound('organization');
    if (organization.suspended) throw organizationSuspended(artifact.org);
    const sizeBytes = await this.store
      .write(address, body.open(), {
        maxBytes,
        signal: body.signal,
      })
      .catch((error: unknown) => {
        if (error instanceof DigestMismatchError)
          throw badRequest('digest', `is not that of the body: ${error.message}`);
        if (error instanceof ArtifactTooLargeError) throw tooLarge(artifact.kind, maxBytes);
        throw error;
      });
    // Checks the permission again, because the upload may have taken a while.
    const isRecorded = await this.changes.run(principal, { org: artifact.org }, (caller) =>
      this.records.recordUpload(organization.id, artifact, sizeBytes, caller),
    );
    if (!isRecorded) throw tooManyKinds('kind');
    const kind = artifact.kind === 'evidence' ? artifact.evidenceKind : artifact.kind;
    return { digest: artifact.digest, kind, size_bytes: sizeBytes };
  }
}
