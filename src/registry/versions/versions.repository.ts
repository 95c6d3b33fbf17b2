import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { nameKey } from '../../common/values/names.js';
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
  readonly contentKey: string;
  readonly publishedBy: string;
}

/** What a publish is looked at for before anything of it is stored. */
export interface PreparedVersion {
  readonly sortKey: string;
  readonly aliases: readonly string[];
  readonly manifestDigest: string;
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
  /** Digests of the evidence that it names. */
  readonly evidence: readonly string[];
}

/** What a publish finds; names are in the spelling in which they are stored, whatever that of the request. */
export interface BeforePublish {
  /** The organization, once it has begun. */
  readonly organization: string | null;
  readonly package: string | null;
  /** The version, if it exists and is no draft. */
  readonly existing: string | null;
  /** One of the aliases names another version of the package. */
  readonly aliasIsTaken: boolean;
}

// A draft may have been published over since its state was read.
const UNCHANGED =
  'v.id = $2 AND v.status = $3 AND v.bundle_digest = $4 AND v.manifest_digest = $5 AND v.bundle_size_bytes = $6';

/** SQL of versions and what belongs to them. */
@Injectable()
export class VersionsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  findState(name: PackageName, sortKey: string): Promise<VersionState | undefined> {
    return this.uow.row<VersionState>(
      `SELECT v.id, v.package_id AS "packageId", v.org_id AS "orgId", v.version, v.status,
              v.manifest_digest AS "manifestDigest", v.bundle_digest AS "bundleDigest",
              v.bundle_size_bytes AS "bundleSizeBytes",
              ARRAY(SELECT e.digest FROM registry_version_evidence e WHERE e.version_id = v.id
                     ORDER BY e.digest) AS evidence
         ${FROM_PACKAGE}
         JOIN registry_version v ON v.package_id = p.id AND v.sort_key = $5`,
      [...packageKeys(name), sortKey],
    );
  }

  /**
   * Looks for what a publish would be refused for. If nothing of this package is in its way, it keeps the manifest that is
   * recorded with these bytes from the cleanup, as `ArtifactsRepository.keep` does.
   */
  async prepare(
    { org, name }: PackageName,
    { sortKey, aliases, manifestDigest }: PreparedVersion,
  ): Promise<BeforePublish> {
    const found = await this.uow.row<BeforePublish>(
      `WITH organization AS (SELECT id, slug FROM registry_organization WHERE slug_key = $1),
       pack AS (
         SELECT p.id, p.name FROM organization o JOIN registry_package p ON p.org_id = o.id AND p.name_key = $2),
       existing AS (
         SELECT v.version FROM pack
           JOIN registry_version v ON v.package_id = pack.id AND v.sort_key = $3 AND v.status <> 'draft'),
       taken AS (
         SELECT FROM pack
           JOIN registry_version_alias a ON a.package_id = pack.id AND a.alias = ANY ($4::text[])
           JOIN registry_version v ON v.id = a.version_id AND v.sort_key <> $3),
       kept AS (
         UPDATE registry_artifact a SET created_at = now()
           FROM organization o
          WHERE a.org_id = o.id AND a.kind = 'manifest' AND a.digest = $5
            AND NOT EXISTS (SELECT FROM existing) AND NOT EXISTS (SELECT FROM taken))
       SELECT (SELECT slug FROM organization) AS organization, (SELECT name FROM pack) AS package,
              (SELECT version FROM existing) AS existing, EXISTS (SELECT FROM taken) AS "aliasIsTaken"`,
      [nameKey(org), nameKey(name), sortKey, aliases, manifestDigest],
    );
    if (found === undefined) throw new Error('a SELECT without FROM answers a row');
    return found;
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
          bundle_size_bytes, published_by, content_key, visibility, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20,
               now())
       ON CONFLICT ON CONSTRAINT registry_version_sort_key_key DO UPDATE
          SET version = excluded.version, status = excluded.status, git_sha = excluded.git_sha,
              repo_url = excluded.repo_url, repo_visibility = excluded.repo_visibility,
              repo_provider = excluded.repo_provider, repo_ref = excluded.repo_ref,
              repo_commit = excluded.repo_commit, certification_level = excluded.certification_level,
              manifest_digest = excluded.manifest_digest, bundle_digest = excluded.bundle_digest,
              bundle_size_bytes = excluded.bundle_size_bytes, published_by = excluded.published_by,
              content_key = excluded.content_key, visibility = excluded.visibility,
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
        version.contentKey,
        request.visibility ?? null,
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

  /**
   * Moves a version on if it is still as `state` says; false when somebody else was first. A published version gives its
   * package the visibility that its publish has asked for. The package's row is locked before the version's, as
   * `PackagesRepository.publish` does, so that none waits in a circle.
   */
  async changeStatus(state: VersionState, to: RequestableStatus, reason?: string): Promise<boolean> {
    const change =
      to === 'published'
        ? `status = 'published', published_at = now()`
        : `status = 'revoked', revoked_at = now(), revoked_reason = $7`;
    const changed = await this.uow.rows(
      `WITH pack AS (SELECT id FROM registry_package WHERE id = $1 FOR NO KEY UPDATE),
       changed AS (
         UPDATE registry_version v SET ${change} FROM pack
          WHERE v.package_id = pack.id AND ${UNCHANGED}
         RETURNING v.package_id, ${to === 'published' ? 'v.visibility' : 'NULL'} AS visibility)
       UPDATE registry_package p
          SET visibility = coalesce(changed.visibility, p.visibility)
         FROM changed
        WHERE p.id = changed.package_id
       RETURNING p.id`,
      [
        state.packageId,
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
