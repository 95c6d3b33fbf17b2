import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { nameKey } from '../../common/values/names.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { FROM_PACKAGE, packageKeys, type PackageName } from '../packages/package-name.js';
import type { WithheldArtifacts } from './artifact-reference-rights.js';
import type { Publication } from './publication.js';
import {
  CHANGED_AT,
  isReplaceableSql,
  type RequestableStatus,
  type VersionStatus,
} from './version-status.js';
import { VersionAlias } from './version-alias.entity.js';
import { VersionEvidence } from './version-evidence.entity.js';

/** A version to insert. */
export interface NewVersion extends Omit<Publication, 'warnings'> {
  readonly packageId: string;
  readonly orgId: string;
  readonly publishedBy: string;
  readonly withheld: WithheldArtifacts;
}

/** An inserted version. */
export interface WrittenVersion {
  readonly id: string;
  /** Whether it replaced a draft. */
  readonly replaced: boolean;
}

/** The data needed to change the status. */
export interface VersionState {
  readonly id: string;
  readonly packageId: string;
  readonly orgId: string;
  readonly version: string;
  readonly status: VersionStatus;
  readonly manifestDigest: string;
  readonly bundleDigest: string;
  readonly bundleSizeBytes: string;
  /** Whether its publisher had no right to the bundle, which is as if it were not stored (ADR 10). */
  readonly bundleWithheld: boolean;
  /** Digests of the referenced evidence. */
  readonly evidence: readonly string[];
  /** Subject of its publisher. */
  readonly publishedBy: string;
}

/** A version with everything that a publish request says of it. */
export interface ExistingVersion extends VersionState {
  readonly gitSha: string;
  readonly repoUrl: string;
  readonly repoVisibility: string;
  readonly repoProvider: string;
  readonly repoRef: string;
  readonly repoCommit: string;
  readonly certificationLevel: number | null;
  readonly visibility: string | null;
  readonly aliases: readonly string[];
}

/** A version whose status has changed. */
export interface ChangedVersion {
  readonly gitSha: string;
  readonly repoUrl: string;
  /** Of the package. */
  readonly description: string;
  /** Of the package, before the change. */
  readonly packageVisibility: string;
  /** Visibility of the package once the version is published; null leaves it unchanged. */
  readonly visibility: string | null;
}

/** State before a publish; names are spelled as stored, regardless of the request. */
export interface BeforePublish {
  /** Null when the organization does not exist. */
  readonly organization: string | null;
  readonly package: string | null;
  /** The version, if it exists and is not a draft. */
  readonly existing: string | null;
  readonly suspended: boolean;
  /** Whether one of the aliases belongs to another version of the package. */
  readonly aliasIsTaken: boolean;
}

const STATE = `
  v.id, v.package_id AS "packageId", v.org_id AS "orgId", v.version, v.status, v.manifest_digest AS "manifestDigest",
  v.bundle_digest AS "bundleDigest", v.bundle_size_bytes AS "bundleSizeBytes", v.published_by AS "publishedBy",
  v.bundle_withheld AS "bundleWithheld",
  ARRAY(SELECT e.digest FROM registry_version_evidence e WHERE e.version_id = v.id ORDER BY e.digest) AS evidence`;

const FROM_VERSION = `${FROM_PACKAGE} JOIN registry_version v ON v.package_id = p.id AND v.sort_key = $5`;

/** SQL of versions with their aliases and evidence. */
@Injectable()
export class VersionsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  findState(name: PackageName, sortKey: string): Promise<VersionState | undefined> {
    return this.uow.row<VersionState>(`SELECT ${STATE} ${FROM_VERSION}`, [...packageKeys(name), sortKey]);
  }

  /** The same, with what its publish request said. */
  findExisting(name: PackageName, sortKey: string): Promise<ExistingVersion | undefined> {
    return this.uow.row<ExistingVersion>(
      `SELECT ${STATE}, v.git_sha AS "gitSha", v.repo_url AS "repoUrl", v.repo_visibility AS "repoVisibility",
              v.repo_provider AS "repoProvider", v.repo_ref AS "repoRef", v.repo_commit AS "repoCommit",
              v.certification_level AS "certificationLevel", v.visibility,
              ARRAY(SELECT a.alias FROM registry_version_alias a WHERE a.version_id = v.id ORDER BY a.alias) AS aliases
         ${FROM_VERSION}`,
      [...packageKeys(name), sortKey],
    );
  }

  /**
   * Removes a version that was never published and whose bundle is not stored, in one statement; false if it is not one
   * of these. The transaction must have locked the package.
   */
  async removeAbandoned({ id }: Pick<VersionState, 'id'>): Promise<boolean> {
    const removed = await this.uow.rows(
      `DELETE FROM registry_version v
        WHERE v.id = $1 AND v.status IN ('draft', 'ingested')
          AND (v.bundle_withheld
               OR NOT EXISTS (SELECT FROM registry_artifact a
                               WHERE a.org_id = v.org_id AND a.kind = 'bundle' AND a.digest = v.bundle_digest))
       RETURNING v.id`,
      [id],
    );
    return removed.length === 1;
  }

  /** Looks for conflicts with a publish. */
  async findBeforePublish(
    { org, name }: PackageName,
    sortKey: string,
    aliases: readonly string[],
  ): Promise<BeforePublish> {
    const found = await this.uow.row<BeforePublish>(
      `WITH organization AS (SELECT id, slug, suspended FROM registry_organization WHERE slug_key = $1),
       pack AS (
         SELECT p.id, p.name FROM organization o JOIN registry_package p ON p.org_id = o.id AND p.name_key = $2),
       existing AS (
         SELECT v.version FROM pack
           JOIN registry_version v
             ON v.package_id = pack.id AND v.sort_key = $3 AND NOT ${isReplaceableSql('v')}),
       taken AS (
         SELECT FROM pack
           JOIN registry_version_alias a ON a.package_id = pack.id AND a.alias = ANY ($4::text[])
           JOIN registry_version v ON v.id = a.version_id AND v.sort_key <> $3)
       SELECT (SELECT slug FROM organization) AS organization,
              coalesce((SELECT suspended FROM organization), false) AS suspended, (SELECT name FROM pack) AS package,
              (SELECT version FROM existing) AS existing, EXISTS (SELECT FROM taken) AS "aliasIsTaken"`,
      [nameKey(org), nameKey(name), sortKey, aliases],
    );
    if (found === undefined) throw new Error('a SELECT without FROM answers a row');
    return found;
  }

  /**
   * Inserts a version, or replaces a draft. The unique constraint decides races: undefined means that the version
   * exists and is not a draft.
   */
  upsert(version: NewVersion): Promise<WrittenVersion | undefined> {
    const { source } = version;
    return this.uow.row<WrittenVersion>(
      `INSERT INTO registry_version AS v
         (id, package_id, org_id, version, sort_key, prerelease, status, git_sha, repo_url, repo_visibility,
          repo_provider, repo_ref, repo_commit, certification_level, manifest_digest, bundle_digest,
          bundle_size_bytes, published_by, content_key, visibility, bundle_withheld, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20,
               $21, now())
       ON CONFLICT ON CONSTRAINT registry_version_sort_key_key DO UPDATE
          SET version = excluded.version, status = excluded.status, git_sha = excluded.git_sha,
              repo_url = excluded.repo_url, repo_visibility = excluded.repo_visibility,
              repo_provider = excluded.repo_provider, repo_ref = excluded.repo_ref,
              repo_commit = excluded.repo_commit, certification_level = excluded.certification_level,
              manifest_digest = excluded.manifest_digest, bundle_digest = excluded.bundle_digest,
              bundle_size_bytes = excluded.bundle_size_bytes, published_by = excluded.published_by,
              content_key = excluded.content_key, visibility = excluded.visibility,
              bundle_withheld = excluded.bundle_withheld, created_at = excluded.created_at
        WHERE ${isReplaceableSql('v')}
       RETURNING v.id, v.xmax::text <> '0' AS replaced`,
      [
        randomUUID(),
        version.packageId,
        version.orgId,
        version.version.text,
        version.version.sortKey,
        version.version.prerelease,
        version.status,
        source.gitSha,
        source.repoUrl,
        source.repoVisibility,
        source.repoProvider,
        source.repoRef,
        source.repoCommit,
        version.certificationLevel,
        version.manifest.digest,
        version.bundle.digest,
        version.bundle.sizeBytes,
        version.publishedBy,
        version.contentKey,
        version.visibility,
        version.withheld.bundle,
      ],
    );
  }

  /**
   * Writes the aliases and evidence of a version, replacing those of a replaced draft. A taken alias violates
   * `registry_version_alias_pkey`.
   */
  async writeAliasesAndEvidence(
    { id: versionId, replaced }: WrittenVersion,
    { packageId, orgId, aliases, evidence, withheld }: NewVersion,
  ): Promise<void> {
    const { manager } = this.uow;
    if (replaced) {
      await manager.getRepository(VersionAlias).delete({ versionId });
      await manager.getRepository(VersionEvidence).delete({ versionId });
    }
    if (aliases.length > 0) {
      await manager
        .getRepository(VersionAlias)
        .insert(aliases.map((alias) => ({ packageId, versionId, alias })));
    }
    if (evidence.length > 0) {
      await manager.getRepository(VersionEvidence).insert(
        evidence.map((digest) => ({
          versionId,
          orgId,
          digest,
          withheld: withheld.evidence.includes(digest),
        })),
      );
    }
  }

  /**
   * Changes the status of a version if it still matches `state` (optimistic locking); undefined if it does not. The
   * transaction must have locked the package (`PackagesRepository.lock`), as a publish does, to avoid deadlocks.
   * @param reason of a revocation
   */
  changeStatus(
    state: VersionState,
    to: RequestableStatus,
    reason: string | null,
  ): Promise<ChangedVersion | undefined> {
    return this.uow.row<ChangedVersion>(
      `UPDATE registry_version v SET status = $6, ${CHANGED_AT[to]} = now(), revoked_reason = $7,
              bundle_withheld = v.bundle_withheld AND $6 <> 'published', announced = v.announced OR $6 = 'published'
        WHERE v.id = $1 AND v.status = $2 AND v.bundle_digest = $3 AND v.manifest_digest = $4
          AND v.bundle_size_bytes = $5
       RETURNING v.visibility, v.git_sha AS "gitSha", v.repo_url AS "repoUrl",
                 (SELECT p.description FROM registry_package p WHERE p.id = v.package_id) AS description,
                 (SELECT p.visibility FROM registry_package p WHERE p.id = v.package_id) AS "packageVisibility"`,
      [
        state.id,
        state.status,
        // A draft may have been replaced since its state was read.
        state.bundleDigest,
        state.manifestDigest,
        state.bundleSizeBytes,
        to,
        reason,
      ],
    );
  }
}
