import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { SemanticVersion } from '../../common/values/semantic-version.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { FROM_PACKAGE, packageKeys, type PackageName } from '../packages/package-name.js';
import type { RequestableStatus, VersionStatus } from './version-status.js';
import { VersionAlias } from './version-alias.entity.js';
import { VersionEvidence } from './version-evidence.entity.js';
import type { PublishRequest } from './versions.dto.js';

/** A version about to be written. */
export interface NewVersion {
  readonly packageId: string;
  readonly orgId: string;
  readonly version: SemanticVersion;
  readonly request: PublishRequest;
  readonly manifestDigest: string;
  readonly publishedBy: string;
}

/** A version that has been written. */
export interface WrittenVersion {
  readonly id: string;
  /** It was a draft. */
  readonly replaced: boolean;
}

/** What a change of status needs to know. */
export interface VersionState {
  readonly id: string;
  readonly packageId: string;
  readonly orgId: string;
  readonly version: string;
  readonly status: VersionStatus;
  readonly manifestDigest: string;
  readonly bundleDigest: string;
  readonly bundleSizeBytes: string;
}

const STATE = `v.id, v.package_id AS "packageId", v.org_id AS "orgId", v.version, v.status,
  v.manifest_digest AS "manifestDigest", v.bundle_digest AS "bundleDigest", v.bundle_size_bytes AS "bundleSizeBytes"`;

// A draft may have been published over since its state was read.
const UNCHANGED =
  'id = $1 AND status = $2 AND bundle_digest = $3 AND manifest_digest = $4 AND bundle_size_bytes = $5';

/** SQL of versions and what belongs to them. */
@Injectable()
export class VersionsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  findState(name: PackageName, sortKey: string): Promise<VersionState | undefined> {
    return this.uow.row<VersionState>(
      `SELECT ${STATE} ${FROM_PACKAGE}
         JOIN registry_version v ON v.package_id = p.id AND v.sort_key = $5`,
      [...packageKeys(name), sortKey],
    );
  }

  /**
   * Writes a version, over a draft if there is one. The unique key decides races: undefined means that the version
   * exists and is no draft.
   */
  upsert(version: NewVersion): Promise<WrittenVersion | undefined> {
    const { request } = version;
    return this.uow.row<WrittenVersion>(
      `INSERT INTO registry_version AS v
         (id, package_id, org_id, version, sort_key, prerelease, status, git_sha, repo_url, repo_visibility,
          repo_provider, repo_ref, repo_commit, certification_level, manifest_digest, bundle_digest,
          bundle_size_bytes, published_by, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, now())
       ON CONFLICT ON CONSTRAINT registry_version_sort_key_key DO UPDATE
          SET version = excluded.version, status = excluded.status, git_sha = excluded.git_sha,
              repo_url = excluded.repo_url, repo_visibility = excluded.repo_visibility,
              repo_provider = excluded.repo_provider, repo_ref = excluded.repo_ref,
              repo_commit = excluded.repo_commit, certification_level = excluded.certification_level,
              manifest_digest = excluded.manifest_digest, bundle_digest = excluded.bundle_digest,
              bundle_size_bytes = excluded.bundle_size_bytes, published_by = excluded.published_by,
              created_at = excluded.created_at
        WHERE v.status = 'draft'
       RETURNING v.id, v.xmax::text <> '0' AS replaced`,
      [
        randomUUID(),
        version.packageId,
        version.orgId,
        version.version.text,
        version.version.sortKey,
        version.version.prerelease,
        request.status ?? 'ingested',
        request.git_sha.toLowerCase(),
        request.repo_url,
        request.repo_visibility,
        request.repo_provider,
        request.repo_ref,
        request.repo_commit.toLowerCase(),
        request.certification_level ?? null,
        version.manifestDigest,
        request.bundle_digest,
        request.bundle_size_bytes,
        version.publishedBy,
      ],
    );
  }

  /** Writes the aliases and evidence of a version, over those of the draft that it has replaced. A taken alias violates `registry_version_alias_pkey`. */
  async writeAliasesAndEvidence(
    { id: versionId, replaced }: WrittenVersion,
    { packageId, orgId, request }: NewVersion,
  ): Promise<void> {
    const { manager } = this.uow;
    if (replaced) {
      await manager.getRepository(VersionAlias).delete({ versionId });
      await manager.getRepository(VersionEvidence).delete({ versionId });
    }
    const aliases = request.aliases ?? [];
    if (aliases.length > 0) {
      await manager
        .getRepository(VersionAlias)
        .insert(aliases.map((alias) => ({ packageId, versionId, alias })));
    }
    const digests = request.evidence_digests ?? [];
    if (digests.length > 0) {
      await manager
        .getRepository(VersionEvidence)
        .insert(digests.map((digest) => ({ versionId, orgId, digest })));
    }
  }

  /** Digests of the evidence that a version names. */
  async evidenceOf(versionId: string): Promise<string[]> {
    const rows = await this.uow.rows<{ digest: string }>(
      `SELECT digest FROM registry_version_evidence WHERE version_id = $1 ORDER BY digest`,
      [versionId],
    );
    return rows.map(({ digest }) => digest);
  }

  /** Moves a version on if it is still as `state` says; false when somebody else was first. */
  async changeStatus(state: VersionState, to: RequestableStatus, reason?: string): Promise<boolean> {
    const changed = await this.uow.rows(
      to === 'published'
        ? `UPDATE registry_version SET status = 'published', published_at = now()
            WHERE ${UNCHANGED} RETURNING id`
        : `UPDATE registry_version SET status = 'revoked', revoked_at = now(), revoked_reason = $6
            WHERE ${UNCHANGED} RETURNING id`,
      [
        state.id,
        state.status,
        state.bundleDigest,
        state.manifestDigest,
        state.bundleSizeBytes,
        ...(to === 'revoked' ? [reason ?? null] : []),
      ],
    );
    return changed.length === 1;
  }
}
