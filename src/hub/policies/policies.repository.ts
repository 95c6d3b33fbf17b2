import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import type { PolicyTerms } from './policy-terms.js';
import { Policy } from './policy.entity.js';

const IN_ORDER = { priority: 'ASC', createdAt: 'ASC', id: 'ASC' } as const;

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

  /** A part of an organization's policies, in the order in which they are asked, and how many there are. */
  list(orgId: string, limit: number, offset: number): Promise<[Policy[], number]> {
    return this.uow.manager
      .getRepository(Policy)
      .findAndCount({ where: { orgId }, order: IN_ORDER, take: limit, skip: offset });
  }

  find(orgId: string, id: string): Promise<Policy | null> {
    return this.uow.manager.getRepository(Policy).findOneBy({ orgId, id });
  }

  /** A policy that nobody else changes until the transaction ends. */
  lock(orgId: string, id: string): Promise<Policy | null> {
    return this.uow.manager
      .getRepository(Policy)
      .findOne({ where: { orgId, id }, lock: { mode: 'pessimistic_write' } });
  }

  async change(orgId: string, id: string, terms: PolicyTerms, updatedAt: Date): Promise<void> {
    await this.uow.manager.getRepository(Policy).update({ orgId, id }, { ...terms, updatedAt });
  }

  async remove(orgId: string, id: string): Promise<void> {
    await this.uow.manager.getRepository(Policy).delete({ orgId, id });
  }

  /** Those of an organization that are enabled. All of them: an evaluation without one of them would be none. */
  listEnabled(orgId: string): Promise<Policy[]> {
    return this.uow.rows<Policy>(
      `SELECT id, org_id AS "orgId", name, description, action, target_type AS "targetType",
              target_value AS "targetValue", priority, enabled, environments, reason, expires_at AS "expiresAt",
              created_at AS "createdAt", updated_at AS "updatedAt"
         FROM policy WHERE org_id = $1 AND enabled`,
      [orgId],
    );
  }
}
