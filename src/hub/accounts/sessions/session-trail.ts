import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import type { UserProfile } from '../../../auth/accounts/user-profile.js';
import { actorNameOf } from '../../audit/events/actor.js';
import { AuditService } from '../../audit/events/audit.service.js';
import { SessionsRepository, type EndedSession } from './sessions.repository.js';

/** Why a session ends although nobody has signed out. */
export type Lapse = 'refused_by_provider' | 'unreadable_refresh_token';

/** The beginnings and ends of sessions in the audit trail. */
@Injectable()
export class SessionTrail {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly sessions: SessionsRepository,
    private readonly audit: AuditService,
  ) {}

  /** Ends a session if it exists, and records that. Undefined if there is none. */
  end(idHash: Buffer, reason?: Lapse): Promise<EndedSession | undefined> {
    return this.uow.run(async () => {
      if (reason === 'refused_by_provider') await this.sessions.recordRefusal(idHash);
      const ended = await this.sessions.end(idHash);
      if (ended !== undefined)
        await this.record(ended, 'session.ended', reason === undefined ? {} : { reason });
      return ended;
    });
  }

  record(
    user: UserProfile & { readonly id: string },
    action: `session.${string}`,
    details: Readonly<Record<string, unknown>> = {},
  ): Promise<void> {
    const actor = { id: user.id, type: 'user' as const, name: actorNameOf(user) };
    return this.audit.record({ orgId: null, actor, action, resourceId: null, details });
  }
}
