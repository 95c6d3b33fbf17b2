import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import type { VersionSource } from '../mcps/version-source.js';
import { IntakeRepository } from './intake.repository.js';
import { visibleVersions } from './visible-version.js';

/** A version that the hub has learned of. */
export interface IngestedVersion {
  readonly mcpId: string;
  readonly source: VersionSource;
  /** The commit, or for a source without one a SHA-256, both as hexadecimal digits. */
  readonly commitHash: string;
  readonly semver: string | null;
  /** In bytes, if known. */
  readonly sourceSize?: number;
}

/** Creates versions of MCPs and queues their analysis (hub contract 10). */
@Injectable()
export class VersionIntake {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly intake: IntakeRepository,
  ) {}

  /**
   * Finds the version of an MCP and commit, or creates it with an analysis job, in the caller's transaction. Callers at
   * once get the same version.
   */
  async ingest(version: IngestedVersion): Promise<{ readonly versionId: string; readonly isNew: boolean }> {
    if (!this.uow.inTransaction) throw new Error('a version belongs to the transaction of a change');
    const { mcpId, commitHash, sourceSize = null } = version;
    await this.intake.lockMcp(mcpId);
    const existing = await this.intake.findVersion(mcpId, commitHash);
    if (existing !== undefined) return { versionId: existing.id, isNew: false };
    const now = new Date();
    const name = await this.intake.freeName(mcpId, visibleVersions(commitHash, now));
    if (name === undefined) throw new Error(`no name is left for commit ${commitHash}`);
    const versionId = await this.intake.insertVersion({ ...version, sourceSize }, name, now);
    await this.intake.insertJob(mcpId, versionId);
    return { versionId, isNew: true };
  }
}
