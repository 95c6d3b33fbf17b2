import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { NIL_UUID } from '../../../common/values/uuid.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { systemUser } from '../../../common/operation/system-user.js';
import { OPERATOR } from './actor.js';
import { hashOf, type NewAuditEvent } from './audit-event.js';
import { kindOfAction } from '../../../auth/trail/resource-types.js';
import { AuditRepository } from './audit.repository.js';
import { currentOrigin, type RequestOrigin } from '../../../common/http/request-origin.js';
import { currentDate } from '../../../common/values/clock.js';

/** Chain id of events without an organization. */
export const PLATFORM_CHAIN = NIL_UUID;

// Sorts after all organization ids: the platform's chain is locked last.
const AFTER_ORGANIZATIONS = '~';

const MAX_USER_AGENT = 512;

/** Records audit events (hub contract 13). */
@Injectable()
export class AuditService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly events: AuditRepository,
  ) {}

  /**
   * Appends an event to the chain of its organization or the platform, atomically with the change, in the same
   * transaction. Appending takes place right before the commit, because it locks the chain for other transactions, and
   * chains are locked in a fixed order, so that transactions do not deadlock.
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
    const positioned = {
      ...event,
      id: randomUUID(),
      chainId,
      position: end.length + 1,
      resourceType: kindOfAction(event.action),
      details: detailsOf(event),
      occurredAt: currentDate(),
      ipAddress: origin.ipAddress,
      userAgent: origin.userAgent.slice(0, MAX_USER_AGENT),
    };
    await this.events.append(positioned, end.hash, hashOf(positioned, end.hash));
  }
}

/** The operator is whoever runs the command on the server. */
const detailsOf = ({ actor, details }: NewAuditEvent): NewAuditEvent['details'] =>
  actor === OPERATOR ? { ...details, system_user: systemUser() } : details;
