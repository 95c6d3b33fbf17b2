import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { hashOf, type NewAuditEvent } from './audit-event.js';
import { AuditRepository } from './audit.repository.js';
import { currentOrigin, type RequestOrigin } from '../../common/http/request-origin.js';

/** The chain of what belongs to no organization. */
export const PLATFORM_CHAIN = '00000000-0000-0000-0000-000000000000';

// Sorts behind the ids of organizations: their chains come first.
const AFTER_ORGANIZATIONS = '~';

const MAX_USER_AGENT = 512;

/** Records what is done (hub contract 13). */
@Injectable()
export class AuditService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly events: AuditRepository,
  ) {}

  /**
   * Appends an event to the chain of its organization, or of the platform, in the transaction of the change that it is
   * about: there is neither without the other. It happens right before the commit, because whoever appends to the same
   * chain waits, and one chain after the other in a fixed order, so that no two transactions wait for each other.
   */
  record(event: NewAuditEvent): Promise<void> {
    const origin = currentOrigin();
    return this.uow.run(() => {
      const chainId = event.orgId ?? PLATFORM_CHAIN;
      this.uow.beforeCommit(event.orgId ?? AFTER_ORGANIZATIONS, () => this.append(event, chainId, origin));
      return Promise.resolve();
    });
  }

  private async append(event: NewAuditEvent, chainId: string, origin: RequestOrigin): Promise<void> {
    const end = await this.events.lockEnd(chainId);
    const placed = {
      ...event,
      id: randomUUID(),
      chainId,
      position: end.length + 1,
      resourceType: event.action.slice(0, event.action.indexOf('.')),
      occurredAt: new Date(),
      ipAddress: origin.ipAddress,
      userAgent: origin.userAgent.slice(0, MAX_USER_AGENT),
    };
    await this.events.append(placed, end.hash, hashOf(placed, end.hash));
  }
}
