import { Injectable } from '@nestjs/common';
import { conflict, type ApiError } from '../../common/errors/api-error.js';
import { ArtifactsRepository, type ArtifactIdentity } from './artifacts.repository.js';

/**
 * Maximum number of evidence kinds of the same bytes: usually one, rarely two. Every kind is an entry in every response
 * that lists them.
 */
export const MAX_KINDS_PER_DIGEST = 8;

/** 409 for evidence with too many kinds; `field` names the kind. */
export const tooManyKinds = (field: string): ApiError =>
  conflict(`the same bytes are, or are to be, ${MAX_KINDS_PER_DIGEST} kinds of evidence already`, { field });

/** Records artifacts whose bytes are stored. */
@Injectable()
export class ArtifactRecords {
  constructor(private readonly artifacts: ArtifactsRepository) {}

  /** Recording it again resets its age. False for evidence with too many kinds. */
  record(orgId: string, artifact: ArtifactIdentity, sizeBytes: number, subject: string): Promise<boolean> {
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
