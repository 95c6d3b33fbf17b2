import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import type { Standing } from '../access/standing.js';
import { AuditService } from '../audit/audit.service.js';
import { changesBetween } from '../audit/changes.js';
import { AcceptanceRepository, type Accepted } from './acceptance.repository.js';

/** What has to be known of somebody who comes. */
interface Comer {
  readonly id: string;
  readonly email: string;
  readonly status: Standing;
  /** Whether there is anything for them to accept, and room for it. */
  readonly isInvited: boolean;
}

/** An invitation is accepted when the user with its verified e-mail address comes (decisions, hub 6). */
@Injectable()
export class AcceptanceService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly invitations: AcceptanceRepository,
    private readonly audit: AuditService,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * The standing of a user who comes, once they have accepted what they are invited to; `again` reads it anew. It costs
   * nothing where nobody invites them.
   */
  async welcome<User extends Comer>(user: User, again: () => Promise<User | undefined>): Promise<User> {
    if (!user.isInvited || user.status !== 'ACTIVE' || this.config.readOnly) return user;
    await this.accept(user);
    return (await again()) ?? user;
  }

  private async accept({ id, email }: Comer): Promise<void> {
    await this.uow.run(async () => {
      await this.invitations.lockUser(id);
      const accepted = await this.invitations.acceptAll(id);
      for (const invitation of accepted) {
        const actor = { id, type: 'user' as const, name: email };
        await this.audit.record({ orgId: invitation.orgId, actor, ...effectOf(invitation, id) });
      }
    });
  }
}

function effectOf({ id, role, previousRole, gaveRole }: Accepted, userId: string) {
  const details = { invitation_id: id, role };
  if (!gaveRole) return { action: 'invitation.accepted', resourceId: id, details } as const;
  if (previousRole === null) return { action: 'member.joined', resourceId: userId, details } as const;
  const changes = changesBetween({ role: previousRole }, { role });
  return { action: 'member.updated', resourceId: userId, details: { invitation_id: id, changes } } as const;
}
