import { Injectable } from '@nestjs/common';
import { hasWords, wordsParameter } from '../../../storage/database/search-words.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { readPage, type FoundPage } from '../../../storage/database/paging.js';
import type { SearchedPageQuery } from '../../platform/http/page.dto.js';
import type { PolicyTerms } from './policy-terms.js';
import { Policy } from './policy.entity.js';

const COLUMNS = `
  id, org_id AS "orgId", name, description, action, target_type AS "targetType", target_value AS "targetValue",
  priority, enabled, environments, reason, expires_at AS "expiresAt", created_at AS "createdAt",
  updated_at AS "updatedAt"`;

/** SQL of the policies. */
@Injectable()
export class PoliciesRepository {
  constructor(private readonly uow: UnitOfWork) {}

  count(orgId: string): Promise<number> {
    return this.uow.manager.getRepository(Policy).countBy({ orgId });
  }

  async insert(policy: Policy): Promise<void> {
    await this.uow.manager.getRepository(Policy).insert(policy);
  }

  /** In the order of evaluation. */
  list(orgId: string, page: SearchedPageQuery): Promise<FoundPage<Policy>> {
    const list = {
      columns: COLUMNS,
      rows: `FROM policy WHERE org_id = $1 AND ${hasWords(['name', 'description'], '$2')}`,
      values: [orgId, wordsParameter(page.q)],
      order: 'priority, "createdAt", id',
      key: 'id',
    } as const;
    return readPage<Policy>(this.uow, list, page);
  }

  async find(orgId: string, id: string): Promise<Policy | undefined> {
    return (await this.uow.manager.getRepository(Policy).findOneBy({ orgId, id })) ?? undefined;
  }

  /** Reads a policy and locks its row until the transaction ends. */
  async lock(orgId: string, id: string): Promise<Policy | undefined> {
    const found = await this.uow.manager
      .getRepository(Policy)
      .findOne({ where: { orgId, id }, lock: { mode: 'pessimistic_write' } });
    return found ?? undefined;
  }

  async change(orgId: string, id: string, terms: PolicyTerms, updatedAt: Date): Promise<void> {
    await this.uow.manager.getRepository(Policy).update({ orgId, id }, { ...terms, updatedAt });
  }

  async delete(orgId: string, id: string): Promise<void> {
    await this.uow.manager.getRepository(Policy).delete({ orgId, id });
  }

  /** All enabled policies of an organization, unpaged: an evaluation must not miss any. */
  listEnabled(orgId: string): Promise<Policy[]> {
    return this.uow.rows<Policy>(`SELECT ${COLUMNS} FROM policy WHERE org_id = $1 AND enabled`, [orgId]);
  }
}
