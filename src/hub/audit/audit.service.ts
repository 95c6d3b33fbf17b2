import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { hashOf, type NewAuditEvent } from './audit-event.js';
import { AuditRepository } from './audit.repository.js';
import { currentOrigin } from './request-origin.js';

/** The chain of what belongs to no organization. */
export const PLATFORM_CHAIN = '00000000-0000-0000-0000-000000000000';

const MAX_USER_AGENT = 512;

/** Records what is done (hub spec, Events; decisions, hub 13). */
@Injectable()
export class AuditService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly events: AuditRepository,
  ) {}

  /**
   * Appends an event to the chain of its organization, or of the platform: in the transaction of the change that it is
   * about, so that there is neither without the other. Last in it: whoever appends to the same chain waits.
   */
  record(event: NewAuditEvent): Promise<void> {
    return this.uow.run(async () => {
      const chainId = event.orgId ?? PLATFORM_CHAIN;
      const end = await this.events.lockEnd(chainId);
      const { ipAddress, userAgent } = currentOrigin();
      const placed = {
        ...event,
        id: randomUUID(),
        chainId,
        position: end.length + 1,
        resourceType: event.action.slice(0, event.action.indexOf('.')),
        occurredAt: new Date(),
        ipAddress,
        userAgent: userAgent.slice(0, MAX_USER_AGENT),
      };
      await this.events.append(placed, end.hash, hashOf(placed, end.hash));
    });
  }
}
