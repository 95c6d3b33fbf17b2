import { Injectable } from '@nestjs/common';
import { conflict, type ApiError } from '../../common/errors/api-error.js';
import type { ArtifactAddress } from '../../storage/artifacts/artifact-store.js';
import { ArtifactsRepository, type ArtifactIdentity, type OrganizationRef } from './artifacts.repository.js';

/** Kinds of evidence that the same bytes can be: one, seldom two. Every kind is a row in every answer that lists them. */
export const MAX_KINDS_PER_DIGEST = 8;

/** 409 for evidence of one kind more; `field` names the kind. */
export const tooManyKinds = (field: string): ApiError =>
  conflict(`the same bytes are, or are to be, ${MAX_KINDS_PER_DIGEST} kinds of evidence already`, { field });

/** Records artifacts whose bytes are stored. */
@Injectable()
export class ArtifactRecords {
  constructor(private readonly artifacts: ArtifactsRepository) {}

  /**
   * Before bytes are stored, or found to be stored already: no cleanup removes them meanwhile (ADR 13). Answers their
   * organization, whose spelling may be another.
   */
  keep({ org, kind, digest }: ArtifactAddress): Promise<OrganizationRef | undefined> {
    return this.artifacts.keep(org, kind, digest);
  }

  /** Recording it again makes it young. False for evidence under one kind too many. */
  record(orgId: string, artifact: ArtifactIdentity, sizeBytes: number, subject: string): Promise<boolean> {
    return this.whileRoom(orgId, artifact, () => this.artifacts.record(orgId, artifact, sizeBytes, subject));
  }

  /** Does `work`, which adds a kind of evidence, if it is one; false when that would be one too many. */
  async whileRoom(orgId: string, artifact: ArtifactIdentity, work: () => Promise<void>): Promise<boolean> {
    if (artifact.kind === 'evidence') {
      return this.artifacts.withRoom(orgId, artifact, MAX_KINDS_PER_DIGEST, work);
    }
    await work();
    return true;
  }
}
