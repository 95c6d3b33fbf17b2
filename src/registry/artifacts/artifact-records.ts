import { Injectable } from '@nestjs/common';
import { conflict, type ApiError } from '../../common/errors/api-error.js';
import type { RegistryPrincipal } from '../../auth/registry/registry-principal.js';
import { RegistryTrail, type RecordedChange } from '../../auth/trail/registry-trail.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import type { RegistryPerson } from '../../storage/outbox/registry-changes.js';
import type { ArtifactName } from './artifact-name.js';
import { ArtifactsRepository, type ArtifactIdentity } from './artifacts.repository.js';

/**
 * Maximum number of evidence kinds of the same bytes: usually one, rarely two. Every kind is an entry in every response
 * that lists them.
 */
export const MAX_KINDS_PER_DIGEST = 8;

/** 409 for evidence with too many kinds; `field` names the kind. */
export const tooManyKinds = (field: string): ApiError =>
  conflict(`the same bytes are, or are to be, ${MAX_KINDS_PER_DIGEST} kinds of evidence already`, { field });

/** An upload in the audit trail. */
const uploaded = ({ org, kind, digest, evidenceKind }: ArtifactName, sizeBytes: number): RecordedChange => ({
  org,
  action: 'registry_artifact.uploaded',
  resource: null,
  details: {
    org,
    kind,
    digest,
    size_bytes: sizeBytes,
    ...(kind === 'evidence' && { evidence_kind: evidenceKind }),
  },
});

/** Records artifacts whose bytes are stored. */
@Injectable()
export class ArtifactRecords {
  constructor(
    private readonly artifacts: ArtifactsRepository,
    private readonly trail: RegistryTrail,
    private readonly uow: UnitOfWork,
  ) {}

  /** Records what `changer` has uploaded, with its event. False for evidence with too many kinds. */
  recordUpload(
    orgId: string,
    artifact: ArtifactName,
    sizeBytes: number,
    changer: RegistryPrincipal | RegistryPerson,
  ): Promise<boolean> {
    return this.uow.run(async () => {
      if (!(await this.record(orgId, artifact, sizeBytes, changer.subject))) return false;
      await this.trail.record(changer, uploaded(artifact, sizeBytes));
      return true;
    });
  }

  /** Recording it again resets its age. False for evidence with too many kinds. */
  private record(
    orgId: string,
    artifact: ArtifactIdentity,
    sizeBytes: number,
    subject: string,
  ): Promise<boolean> {
    return this.whileRoom(orgId, artifact, () => this.artifacts.record(orgId, artifact, sizeBytes, subject));
  }

  /** Runs `work`, unless it adds an evidence kind beyond the limit; then returns false. */
  async whileRoom(orgId: string, artifact: ArtifactIdentity, work: () => Promise<void>): Promise<boolean> {
    if (artifact.kind === 'evidence') {
      return this.artifacts.withRoom(orgId, artifact, MAX_KINDS_PER_DIGEST, work);
    }
    await work();
    return true;
  }
}
