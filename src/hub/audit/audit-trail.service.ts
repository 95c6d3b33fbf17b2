import { Injectable } from '@nestjs/common';
import { notFound } from '../../common/errors/api-error.js';
import { parseTimestamp } from '../../common/values/timestamp.js';
import { CHAIN_START } from './audit-event.js';
import { auditEventView } from './audit-event.mapper.js';
import type { AuditEventList, AuditEventQuery, AuditVerification } from './audit-events.dto.js';
import { AuditEventsReadModel, type AuditFilter } from './audit-events.read-model.js';
import { ChainVerification, type BrokenLink } from './chain-verification.js';

const BATCH = 500;
const NOT_BEGUN = { length: 0, hash: CHAIN_START, outside: null };

/** What has happened, for those who may know (hub spec, Audit; decisions, hub 13). */
@Injectable()
export class AuditTrailService {
  constructor(private readonly events: AuditEventsReadModel) {}

  /** Events everywhere. */
  list(query: AuditEventQuery): Promise<AuditEventList> {
    return this.find({}, query);
  }

  /** Events of an organization. */
  listOfOrganization(orgId: string, query: AuditEventQuery): Promise<AuditEventList> {
    return this.find({ orgId }, query);
  }

  /** The same for somebody who need not belong to it. @throws 404 for one that there has never been */
  async listOfAnyOrganization(orgId: string, query: AuditEventQuery): Promise<AuditEventList> {
    if (!(await this.events.knowsOrganization(orgId))) throw notFound('organization');
    return this.listOfOrganization(orgId, query);
  }

  /** What a user has done. @throws 404 for one that there has never been */
  async listOfUser(userId: string, query: AuditEventQuery): Promise<AuditEventList> {
    if (!(await this.events.knowsUser(userId))) throw notFound('user');
    const { limit, offset, actor_id: actorId = userId } = query;
    if (actorId !== userId) return { events: [], total: 0, limit, offset };
    return this.find({ actorId }, query);
  }

  /**
   * Whether a chain is as it was recorded, up to where it ends now: what is added meanwhile is not looked at.
   * @throws the reason of the signal when it is aborted
   */
  async verify(chainId: string, signal: AbortSignal): Promise<AuditVerification> {
    const end = (await this.events.endOf(chainId)) ?? NOT_BEGUN;
    const verification = new ChainVerification();
    const broken =
      (await this.walk(verification, chainId, end.length, signal)) ?? verification.finish(end, end.outside);
    const { length: events } = verification;
    if (broken === undefined) return { valid: true, events, last_hash: end.hash.toString('hex') };
    const { position, id, reason } = broken;
    return { valid: false, events, broken_at: { position, ...(id !== null && { id }), reason } };
  }

  private async walk(
    verification: ChainVerification,
    chainId: string,
    length: number,
    signal: AbortSignal,
  ): Promise<BrokenLink | undefined> {
    let after = 0;
    for (;;) {
      signal.throwIfAborted();
      const links = await this.events.linksOf(chainId, after, length, BATCH);
      for (const link of links) {
        const broken = verification.next(link);
        if (broken !== undefined) return broken;
        after = link.event.position;
      }
      if (links.length < BATCH) return undefined;
    }
  }

  private async find(of: AuditFilter, query: AuditEventQuery): Promise<AuditEventList> {
    const { action, actor_id: actorId, since, until, ...page } = query;
    const filter = { actorId, action, since: parseTimestamp(since), until: parseTimestamp(until), ...of };
    const { total, items } = await this.events.find(filter, page);
    return { events: items.map(auditEventView), total, ...page };
  }
}
