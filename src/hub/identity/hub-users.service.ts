import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { unavailable } from '../../common/errors/api-error.js';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import type { UserCaller } from '../access/hub-principal.js';
import { AuditService } from '../audit/audit.service.js';
import { HubUsersRepository, type UserStanding } from './hub-users.repository.js';
import type { UserClaims } from './user-claims.js';

/** The users of the hub, as their identity provider knows them (decisions, hub 1). */
@Injectable()
export class HubUsersService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly users: HubUsersRepository,
    private readonly audit: AuditService,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** The user with these claims and what they may do now; undefined for one who is suspended or deleted. */
  async callerOf(claims: UserClaims): Promise<UserCaller | undefined> {
    const { issuer, subject } = claims;
    const standing = (await this.users.standingOf(issuer, subject)) ?? (await this.begin(claims));
    if (standing.status !== 'ACTIVE') return undefined;
    const { id, email, name, plan, role, memberships } = standing;
    return { kind: 'user', id, email, name, plan, role, memberships };
  }

  /** Makes the user who comes for the first time. Many requests at once make one. */
  private async begin(claims: UserClaims): Promise<UserStanding> {
    if (this.config.readOnly)
      throw unavailable('the service is in read-only mode; new users come in later', 60);
    const { issuer, subject, email, emailVerified } = claims;
    const isAdministrator = emailVerified && this.config.platformAdminEmails.includes(email.toLowerCase());
    const id = randomUUID();
    await this.uow.run(async () => {
      const role = isAdministrator ? 'PLATFORM_ADMIN' : 'USER';
      if (!(await this.users.insert({ id, ...claims, role }))) return;
      await this.audit.record({
        orgId: null,
        actor: { id, type: 'user', name: email },
        action: 'user.created',
        resourceType: 'user',
        resourceId: id,
        details: { email, role },
      });
    });
    const standing = await this.users.standingOf(issuer, subject);
    if (standing === undefined) throw new Error('a user who was just made is not there');
    return standing;
  }
}
