import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { revisionOf } from '../catalog-decisions/revisions.read-model.js';
import type { AllowList } from './allow-list.entity.js';

/** An allow list without what identifies its capability. */
export type ListedAllowList = Pick<AllowList, 'id' | 'name' | 'environment' | 'createdAt' | 'rotatedAt'>;

/** The allow list of a capability, and the revision of what it shows. */
export interface OpenedAllowList {
  readonly orgId: string;
  readonly environment: string;
  readonly revision: string;
}

const COLUMNS = `id, name, environment, created_at AS "createdAt", rotated_at AS "rotatedAt"`;

/** SQL of the allow lists. */
@Injectable()
export class AllowListsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** The allow list of a capability, if its organization is active and on the Enterprise plan. */
  open(capabilityHash: Buffer): Promise<OpenedAllowList | undefined> {
    return this.uow.row<OpenedAllowList>(
      `SELECT a.org_id AS "orgId", a.environment, ${revisionOf('a.org_id')} AS revision
         FROM allow_list a JOIN organization o ON o.id = a.org_id
        WHERE a.capability_hash = $1 AND o.status = 'ACTIVE' AND o.plan = 'ENTERPRISE'`,
      [capabilityHash],
    );
  }

  /** Oldest first. */
  list(orgId: string): Promise<ListedAllowList[]> {
    return this.uow.rows<ListedAllowList>(
      `SELECT ${COLUMNS} FROM allow_list WHERE org_id = $1 ORDER BY created_at, id`,
      [orgId],
    );
  }

  /** Creates an allow list; false if the organization has `max`. The organization must be locked. */
  async insert(list: Omit<AllowList, 'rotatedAt' | 'organization'>, max: number): Promise<boolean> {
    const { id, orgId, name, environment, capabilityHash, createdAt, madeBy } = list;
    const made = await this.uow.rows(
      `INSERT INTO allow_list (id, org_id, name, environment, capability_hash, created_at, made_by)
       SELECT $1, $2::uuid, $3, $4, $5, $6, $8
        WHERE (SELECT count(*) FROM allow_list WHERE org_id = $2) < $7
       RETURNING id`,
      [id, orgId, name, environment, capabilityHash, createdAt, max, madeBy],
    );
    return made.length === 1;
  }

  /** Replaces the capability; undefined if the organization has no such list. */
  rotate(
    orgId: string,
    id: string,
    { capabilityHash, madeBy }: Pick<AllowList, 'capabilityHash' | 'madeBy'>,
    at: Date,
  ): Promise<ListedAllowList | undefined> {
    return this.uow.row<ListedAllowList>(
      `UPDATE allow_list SET capability_hash = $3, rotated_at = $4, made_by = $5 WHERE org_id = $1 AND id = $2 RETURNING ${COLUMNS}`,
      [orgId, id, capabilityHash, at, madeBy],
    );
  }

  /** Deletes an allow list; undefined if the organization has no such list. */
  delete(orgId: string, id: string): Promise<ListedAllowList | undefined> {
    return this.uow.row<ListedAllowList>(
      `DELETE FROM allow_list WHERE org_id = $1 AND id = $2 RETURNING ${COLUMNS}`,
      [orgId, id],
    );
  }
}
