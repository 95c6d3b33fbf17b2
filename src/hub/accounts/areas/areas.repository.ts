import { Injectable } from '@nestjs/common';
import { nameKey } from '../../../common/values/names.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { readPage, type FoundPage } from '../../../storage/database/paging.js';
import type { PageQuery } from '../../platform/http/page.dto.js';
import type { Area } from './area.entity.js';

/** An area in responses. */
export type FoundArea = Omit<Area, 'slugKey' | 'organization'>;

const SHOWN = `
  a.id, a.org_id AS "orgId", a.name, a.slug, a.description, a.created_at AS "createdAt", a.updated_at AS "updatedAt"`;

/** SQL of the areas. */
@Injectable()
export class AreasRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** In the order of their creation. */
  list(orgId: string, page: PageQuery): Promise<FoundPage<FoundArea>> {
    const list = {
      columns: SHOWN,
      rows: 'FROM area a WHERE a.org_id = $1',
      values: [orgId],
      order: '"createdAt", id',
      key: 'id',
    } as const;
    return readPage<FoundArea>(this.uow, list, page);
  }

  find(orgId: string, id: string): Promise<FoundArea | undefined> {
    return this.uow.row(`SELECT ${SHOWN} FROM area a WHERE a.org_id = $1 AND a.id = $2`, [orgId, id]);
  }

  /** Reads an area and locks its row until the transaction ends. */
  lock(orgId: string, id: string): Promise<FoundArea | undefined> {
    return this.uow.row(`SELECT ${SHOWN} FROM area a WHERE a.org_id = $1 AND a.id = $2 FOR NO KEY UPDATE`, [
      orgId,
      id,
    ]);
  }

  async count(orgId: string): Promise<number> {
    const row = await this.uow.row<{ areas: number }>(
      'SELECT count(*)::integer AS areas FROM area WHERE org_id = $1',
      [orgId],
    );
    return row?.areas ?? 0;
  }

  /** Concurrent inserts of a slug fail on its unique key (`area_slug_key`). */
  async insert({ id, orgId, name, slug, description, createdAt, updatedAt }: FoundArea): Promise<void> {
    await this.uow.rows(
      `INSERT INTO area (id, org_id, name, slug, slug_key, description, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [id, orgId, name, slug, nameKey(slug), description, createdAt, updatedAt],
    );
  }

  /** Concurrent changes to the same slug fail on its unique key (`area_slug_key`). */
  async change({ id, orgId, name, slug, description, updatedAt }: FoundArea): Promise<void> {
    await this.uow.rows(
      `UPDATE area SET name = $3, slug = $4, slug_key = $5, description = $6, updated_at = $7
        WHERE org_id = $1 AND id = $2`,
      [orgId, id, name, slug, nameKey(slug), description, updatedAt],
    );
  }

  /** Deletes an area and its memberships; its MCPs stay in the organization. Undefined if there is no such area. */
  delete(orgId: string, id: string): Promise<FoundArea | undefined> {
    return this.uow.row(`DELETE FROM area a WHERE a.org_id = $1 AND a.id = $2 RETURNING ${SHOWN}`, [
      orgId,
      id,
    ]);
  }
}
