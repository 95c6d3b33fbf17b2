import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ArtifactAddress, StoredObject } from '../../storage/artifacts/artifact-store.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { DIGEST_LOCK } from '../artifacts/artifacts.repository.js';
import { referencedByVersion } from './referenced-by-version.js';

const WINDOW = 500;

/** The row of an artifact. */
export interface ArtifactRow {
  readonly id: string;
  readonly orgId: string;
  readonly orgKey: string;
  readonly digest: ArtifactAddress['digest'];
  readonly kind: ArtifactAddress['kind'];
  readonly sizeBytes: string;
  /** Whether it is old and no version references it. */
  readonly removable: boolean;
}

// Condition on the artifact `a`; hours are `$2`.
const REMOVABLE = `
  a.created_at < now() - make_interval(secs => $2::float8 * 3600)
  AND NOT ${referencedByVersion('a')}`;

/** SQL of unreferenced artifacts and of objects without a row. */
@Injectable()
export class CleanupRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** The next rows after `after`, each with whether it can be removed: a bounded batch, however few can. */
  window(after: string, hours: number): Promise<ArtifactRow[]> {
    return this.uow.rows<ArtifactRow>(
      `SELECT a.id, a.org_id AS "orgId", o.slug_key AS "orgKey", a.digest, a.kind, a.size_bytes AS "sizeBytes",
              ${REMOVABLE} AS removable
         FROM (SELECT * FROM registry_artifact WHERE id > $1 ORDER BY id LIMIT ${WINDOW}) a
         JOIN registry_organization o ON o.id = a.org_id
        ORDER BY a.id`,
      [after, hours],
    );
  }

  /**
   * Locks a row against uploads of its bytes and versions that reference it; false if another transaction has locked
   * it.
   */
  async tryLock({ id, orgId, digest }: ArtifactRow): Promise<boolean> {
    if (!(await this.tryLockDigest(orgId, digest))) return false;
    const locked = await this.uow.rows(
      `SELECT id FROM registry_artifact WHERE id = $1 FOR UPDATE SKIP LOCKED`,
      [id],
    );
    return locked.length === 1;
  }

  /** Checks again, in a separate statement after the lock, which sees what was committed before. */
  async isRemovable({ id }: ArtifactRow, hours: number): Promise<boolean> {
    const row = await this.uow.row(`SELECT a.id FROM registry_artifact a WHERE a.id = $1 AND ${REMOVABLE}`, [
      id,
      hours,
    ]);
    return row !== undefined;
  }

  /** Whether another row refers to the same bytes: evidence can have several kinds. */
  async hasSibling({ id, orgId, kind, digest }: ArtifactRow): Promise<boolean> {
    const row = await this.uow.row(
      `SELECT id FROM registry_artifact WHERE org_id = $1 AND kind = $2 AND digest = $3 AND id <> $4 LIMIT 1`,
      [orgId, kind, digest, id],
    );
    return row !== undefined;
  }

  async delete(id: string): Promise<void> {
    await this.uow.rows(`DELETE FROM registry_artifact WHERE id = $1`, [id]);
  }

  /** The objects without a row, each with its organization's id; null if the organization is unknown. */
  async withoutRow(objects: readonly StoredObject[]): Promise<{ index: number; orgId: string | null }[]> {
    return this.uow.rows<{ index: number; orgId: string | null }>(
      `SELECT s.index::int AS index, o.id AS "orgId"
         FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS s (org_key, kind, digest, index)
         LEFT JOIN registry_organization o ON o.slug_key = s.org_key
        WHERE NOT EXISTS (SELECT FROM registry_artifact a
                           WHERE a.org_id = o.id AND a.kind = s.kind AND a.digest = s.digest)`,
      [
        objects.map(({ address }) => address.orgKey),
        objects.map(({ address }) => address.kind),
        objects.map(({ address }) => address.digest),
      ],
    );
  }

  /**
   * Records an object without a row, with the current time; undefined if it has a row by now, if another transaction
   * has locked it, or while a pending upload may record it.
   */
  async adopt(orgId: string, { address, sizeBytes }: StoredObject): Promise<string | undefined> {
    const { kind, digest } = address;
    if (!(await this.tryLockDigest(orgId, digest))) return undefined;
    const row = await this.uow.row<{ id: string }>(
      `INSERT INTO registry_artifact (id, org_id, digest, kind, evidence_kind, size_bytes, uploaded_by, created_at)
       SELECT $1, $2, $3, $4, $5, $6, 'cleanup', now()
        WHERE NOT EXISTS (SELECT FROM registry_artifact WHERE org_id = $2 AND kind = $4 AND digest = $3)
          AND NOT EXISTS (SELECT FROM registry_presigned_upload WHERE org_id = $2 AND kind = $4 AND digest = $3)
       ON CONFLICT ON CONSTRAINT registry_artifact_digest_key DO NOTHING
       RETURNING id`,
      [randomUUID(), orgId, digest, kind, kind === 'evidence' ? 'evidence' : '', sizeBytes],
    );
    return row?.id;
  }

  /**
   * Reserves the slug of an organization until the transaction ends; undefined if the organization exists. The caller
   * must release it.
   */
  async reserveOrganization(slugKey: string): Promise<string | undefined> {
    const row = await this.uow.row<{ id: string }>(
      `INSERT INTO registry_organization (id, slug, slug_key, created_at) VALUES ($1, $2, $2, now())
       ON CONFLICT ON CONSTRAINT registry_organization_slug_key DO NOTHING
       RETURNING id`,
      [randomUUID(), slugKey],
    );
    return row?.id;
  }

  async releaseOrganization(id: string): Promise<void> {
    await this.uow.rows(`DELETE FROM registry_organization WHERE id = $1`, [id]);
  }

  private async tryLockDigest(orgId: string, digest: string): Promise<boolean> {
    const row = await this.uow.row<{ locked: boolean }>(
      `SELECT pg_try_advisory_xact_lock(${DIGEST_LOCK}) AS locked`,
      [orgId, digest],
    );
    return row?.locked === true;
  }
}
