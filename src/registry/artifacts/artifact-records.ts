import { Injectable } from '@nestjs/common';
import type { ArtifactAddress } from '../../storage/artifacts/artifact-store.js';
import { ArtifactsRepository, type ArtifactIdentity } from './artifacts.repository.js';

/** Kinds of evidence that the same bytes can be: one, seldom two. Every kind is a row in every answer that lists them. */
export const MAX_KINDS_PER_DIGEST = 8;

/** Records artifacts whose bytes are stored. */
@Injectable()
export class ArtifactRecords {
  constructor(private readonly artifacts: ArtifactsRepository) {}

  /** Before bytes are stored, or found to be stored already: no cleanup removes them meanwhile (ADR 13). */
  async keep({ org, kind, digest }: ArtifactAddress): Promise<void> {
    await this.artifacts.keep(org, kind, digest);
  }

  /** Recording it again makes it young. False for evidence under one kind too many. */
  async record(
    orgId: string,
    artifact: ArtifactIdentity,
    sizeBytes: number,
    subject: string,
  ): Promise<boolean> {
    if (artifact.kind === 'evidence') {
      return this.artifacts.recordEvidence(orgId, artifact, sizeBytes, subject, MAX_KINDS_PER_DIGEST);
    }
    await this.artifacts.record(orgId, artifact, sizeBytes, subject);
    return true;
  }
}
