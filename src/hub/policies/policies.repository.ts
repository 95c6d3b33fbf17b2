import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import type { PolicyTerms } from './policy-terms.js';
import { Policy } from './policy.entity.js';

const IN_ORDER = { priority: 'ASC', createdAt: 'ASC', id: 'ASC' } as const;

/** SQL of the policies. */
@Injectable()
export class PoliciesRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /**
   * Adds a policy, unless the organization has `max` already. To be called in a transaction: the organization's row lets
   * in one at a time, and the count is of a statement after it.
   * @returns why not
   */
  async insert(policy: Policy, max: number): Promise<'no organization' | 'too many' | undefined> {
    const { orgId } = policy;
    const organization = await this.uow.row(
      `SELECT id FROM organization WHERE id = $1 AND status <> 'DELETED' FOR NO KEY UPDATE`,
      [orgId],
    );
    if (organization === undefined) return 'no organization';
    const policies = this.uow.manager.getRepository(Policy);
    if ((await policies.countBy({ orgId })) >= max) return 'too many';
    await policies.insert(policy);
    return undefined;
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
