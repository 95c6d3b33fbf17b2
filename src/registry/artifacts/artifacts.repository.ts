import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Sha256Digest } from '../../common/values/sha256-digest.js';
import { nameKey } from '../../common/values/names.js';
import type { ArtifactAddress, ArtifactKind } from '../../storage/artifacts/artifact-store.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import type { PackageName } from '../packages/package-name.js';
import { isPublishedSql, isRevokedSql } from '../versions/version-status.js';

/** An organization in which artifacts are stored. */
export interface OrganizationRef {
  readonly id: string;
  readonly slug: string;
}

/** The same, with its state. */
export interface StateOfOrganization extends OrganizationRef {
  readonly suspended: boolean;
}

/** A stored artifact's identity within its organization. */
export interface ArtifactIdentity {
  readonly digest: Sha256Digest;
  readonly kind: ArtifactKind;
  /** Empty unless `kind` is `evidence`. */
  readonly evidenceKind: string;
}

/** The manifest of a version that is being published; its bytes are durable. */
export interface NewManifest {
  readonly digest: Sha256Digest;
  readonly sizeBytes: number;
  readonly uploadedBy: string;
}

/** Digests of the other artifacts that a version references. */
export interface ReferencedArtifacts {
  readonly bundle: string;
  readonly evidence: readonly string[];
}

/** Evidence that is not referenced by this package. */
export interface EvidenceOfOthers {
  readonly digest: Sha256Digest;
  readonly kinds: readonly string[];
}

/** A stored artifact, with what determines who may download it. */
export interface DownloadRow {
  readonly sizeBytes: string;
  /** Whether a published version of a public package references it. */
  readonly isPublic: boolean;
  /** Whether versions reference it and all of them are revoked. */
  readonly onlyRevoked: boolean;
}

const REFERENCED_BY: Readonly<Record<ArtifactKind, string>> = {
  manifest: `v.manifest_digest = a.digest`,
  bundle: `v.bundle_digest = a.digest AND NOT v.bundle_withheld`,
  evidence: `EXISTS (SELECT FROM registry_version_evidence e WHERE e.version_id = v.id AND e.digest = a.digest
                        AND NOT e.withheld)`,
  mcpb: `v.mcpb_digest = a.digest`,
};

/** Key of the advisory lock for recording evidence of organization `$1` and digest `$2`, and for removing artifacts. */
export const DIGEST_LOCK = `hashtextextended('registry_artifact ' || $1 || $2, 0)`;

/** SQL of the artifacts whose bytes are stored. */
@Injectable()
export class ArtifactsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /**
   * Protects the recorded artifact from the cleanup for a day (ADR 13); to be called before bytes are stored or found to
   * be stored. Returns their organization, whose spelling may differ; undefined if it does not exist.
   */
  keep({ orgKey, kind, digest }: ArtifactAddress): Promise<StateOfOrganization | undefined> {
    return this.uow.row<StateOfOrganization>(
      `WITH kept AS (
         UPDATE registry_artifact a SET created_at = now()
           FROM registry_organization o
          WHERE o.slug_key = $1 AND NOT o.suspended AND a.org_id = o.id AND a.kind = $2 AND a.digest = $3)
       SELECT id, slug, suspended FROM registry_organization WHERE slug_key = $1`,
      [orgKey, kind, digest],
    );
  }

  /**
   * Records the manifest of a version that is being published, and locks the bundle and the evidence that it
   * references, as far as they are recorded, against the cleanup until the transaction ends. Waits for a cleanup that
   * is removing them; they are gone then, which later statements see. Returns whether the bundle is recorded.
   */
  async recordManifest(
    orgId: string,
    manifest: NewManifest,
    referenced: ReferencedArtifacts,
  ): Promise<boolean> {
    const recorded = await this.uow.row<{ bundleIsRecorded: boolean }>(
      `WITH held AS (
         SELECT kind FROM registry_artifact
          WHERE org_id = $2 AND ((kind = 'bundle' AND digest = $6) OR (kind = 'evidence' AND digest = ANY ($7)))
            FOR KEY SHARE),
       named AS (SELECT coalesce(bool_or(kind = 'bundle'), false) AS bundle FROM held)
       INSERT INTO registry_artifact (id, org_id, digest, kind, evidence_kind, size_bytes, uploaded_by, created_at)
       SELECT $1, $2, $3, 'manifest', '', $4, $5, now() FROM named
       ON CONFLICT ON CONSTRAINT registry_artifact_digest_key DO UPDATE SET created_at = excluded.created_at
       RETURNING (SELECT bundle FROM named) AS "bundleIsRecorded"`,
      [
        randomUUID(),
        orgId,
        manifest.digest,
        manifest.sizeBytes,
        manifest.uploadedBy,
        referenced.bundle,
        referenced.evidence,
      ],
    );
    return recorded?.bundleIsRecorded === true;
  }

  /** Records an artifact whose bytes are durable. Recording it again resets its age. */
  async record(
    orgId: string,
    artifact: ArtifactIdentity,
    sizeBytes: number,
    uploadedBy: string,
  ): Promise<void> {
    await this.uow.rows(
      `INSERT INTO registry_artifact (id, org_id, digest, kind, evidence_kind, size_bytes, uploaded_by, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, now())
       ON CONFLICT ON CONSTRAINT registry_artifact_digest_key DO UPDATE SET created_at = excluded.created_at`,
      [randomUUID(), orgId, artifact.digest, artifact.kind, artifact.evidenceKind, sizeBytes, uploadedBy],
    );
  }

  /** Sizes in bytes of the recorded artifacts of a version; missing ones are left out. */
  async sizesOf(
    orgId: string,
    { manifest, bundle }: { readonly manifest: string; readonly bundle: string },
  ): Promise<{ readonly manifest?: number; readonly bundle?: number }> {
    const rows = await this.uow.rows<{ kind: 'manifest' | 'bundle'; sizeBytes: string }>(
      `SELECT kind, size_bytes AS "sizeBytes" FROM registry_artifact
        WHERE org_id = $1 AND ((kind = 'manifest' AND digest = $2) OR (kind = 'bundle' AND digest = $3))`,
      [orgId, manifest, bundle],
    );
    return Object.fromEntries(rows.map(({ kind, sizeBytes }) => [kind, Number(sizeBytes)]));
  }

  /**
   * Runs `work` unless the evidence's digest has `limit` other kinds, recorded or issued for a presigned upload; then
   * returns false. Serialized per digest, so that concurrent calls cannot exceed the limit together.
   */
  withRoom(
    orgId: string,
    { digest, evidenceKind }: ArtifactIdentity,
    limit: number,
    work: () => Promise<void>,
  ): Promise<boolean> {
    return this.uow.run(async () => {
      await this.uow.rows(`SELECT pg_advisory_xact_lock(${DIGEST_LOCK})`, [orgId, digest]);
      const others = await this.uow.rows(
        `SELECT evidence_kind FROM registry_artifact
          WHERE org_id = $1 AND digest = $2 AND kind = 'evidence' AND evidence_kind <> $3
         UNION
         SELECT evidence_kind FROM registry_presigned_upload
          WHERE org_id = $1 AND digest = $2 AND kind = 'evidence' AND evidence_kind <> $3`,
        [orgId, digest, evidenceKind],
      );
      if (others.length >= limit) return false;
      await work();
      return true;
    });
  }

  /**
   * Whether a bundle belongs to other packages: its bytes are stored, pending or announced by a version, and no version
   * of this package references it.
   */
  async isBundleOfOthers({ org, name }: PackageName, digest: Sha256Digest): Promise<boolean> {
    const found = await this.uow.row(
      `SELECT o.id
         FROM registry_organization o
        WHERE o.slug_key = $1 AND o.slug = $2
          AND (EXISTS (SELECT FROM registry_artifact a
                        WHERE a.org_id = o.id AND a.digest = $3 AND a.kind = 'bundle')
               OR EXISTS (SELECT FROM registry_presigned_upload u
                           WHERE u.org_id = o.id AND u.digest = $3 AND u.kind = 'bundle')
               OR EXISTS (SELECT FROM registry_version v WHERE v.org_id = o.id AND v.bundle_digest = $3 AND NOT v.bundle_withheld))
          AND NOT EXISTS (SELECT
                            FROM registry_package p
                            JOIN registry_version v ON v.package_id = p.id AND v.org_id = o.id
                           WHERE p.org_id = o.id AND p.name_key = $4 AND v.bundle_digest = $3 AND NOT v.bundle_withheld)`,
      [nameKey(org), org, digest, nameKey(name)],
    );
    return found !== undefined;
  }

  /**
   * The evidence of other packages among these digests, by the same definition, with the kinds under which it is stored
   * or pending: none if it is only announced.
   */
  evidenceOfOthers(
    { org, name }: PackageName,
    digests: readonly Sha256Digest[],
  ): Promise<EvidenceOfOthers[]> {
    return this.uow.rows<EvidenceOfOthers>(
      `SELECT named.digest, kinds.all AS kinds
         FROM registry_organization o
        CROSS JOIN unnest($3::text[]) AS named (digest)
        CROSS JOIN LATERAL (
          SELECT ARRAY(SELECT a.evidence_kind FROM registry_artifact a
                        WHERE a.org_id = o.id AND a.digest = named.digest AND a.kind = 'evidence'
                       UNION
                       SELECT u.evidence_kind FROM registry_presigned_upload u
                        WHERE u.org_id = o.id AND u.digest = named.digest AND u.kind = 'evidence') AS all) AS kinds
        WHERE o.slug_key = $1 AND o.slug = $2
          AND (kinds.all <> '{}'
               OR EXISTS (SELECT FROM registry_version_evidence e
                           WHERE e.org_id = o.id AND e.digest = named.digest AND NOT e.withheld))
          AND NOT EXISTS (SELECT
                            FROM registry_version_evidence e
                            JOIN registry_version v ON v.id = e.version_id
                            JOIN registry_package p ON p.id = v.package_id
                           WHERE e.org_id = o.id AND e.digest = named.digest AND p.name_key = $4 AND NOT e.withheld)`,
      [nameKey(org), org, digests, nameKey(name)],
    );
  }

  /** Size of an announced bundle; undefined if no version announces it, and for other kinds. */
  async announcedSize(orgId: string, { kind, digest }: ArtifactIdentity): Promise<number | undefined> {
    if (kind !== 'bundle') return undefined;
    const row = await this.uow.row<{ sizeBytes: string }>(
      `SELECT bundle_size_bytes AS "sizeBytes" FROM registry_version
        WHERE org_id = $1 AND bundle_digest = $2 AND NOT bundle_withheld
        ORDER BY created_at DESC LIMIT 1`,
      [orgId, digest],
    );
    return row === undefined ? undefined : Number(row.sizeBytes);
  }

  /** The data for a download, in one statement; undefined if the organization has no such artifact. */
  findForDownload(org: string, artifact: ArtifactIdentity): Promise<DownloadRow | undefined> {
    return this.uow.row<DownloadRow>(
      `SELECT a.size_bytes AS "sizeBytes",
              coalesce(bool_or(${isPublishedSql('v')} AND p.visibility = 'public'), false) AS "isPublic",
              coalesce(bool_and(${isRevokedSql('v')}), false) AS "onlyRevoked"
         FROM registry_organization o
         JOIN registry_artifact a ON a.org_id = o.id AND a.digest = $3 AND a.kind = $4 AND a.evidence_kind = $5
         LEFT JOIN registry_version v ON v.org_id = o.id AND ${REFERENCED_BY[artifact.kind]}
         LEFT JOIN registry_package p ON p.id = v.package_id
        WHERE o.slug_key = $1 AND o.slug = $2 AND NOT o.suspended
        GROUP BY a.id`,
      [nameKey(org), org, artifact.digest, artifact.kind, artifact.evidenceKind],
    );
  }
}
