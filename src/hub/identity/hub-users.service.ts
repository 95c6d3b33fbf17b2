import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { unavailable } from '../../common/errors/api-error.js';
import { emailKey } from '../../common/values/email-address.js';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import { isUniqueViolation } from '../../storage/database/database-errors.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import type { UserCaller } from '../access/hub-principal.js';
import { AuditService } from '../audit/audit.service.js';
import { changesBetween } from '../audit/changes.js';
import { AcceptanceService } from '../invitations/acceptance.service.js';
import { HubUsersRepository, type UserStanding } from './hub-users.repository.js';
import type { UserClaims } from './user-claims.js';

/** A user whom their identity provider has vouched for. */
export type KnownUser = Pick<UserStanding, 'id' | 'email' | 'emailVerified' | 'name' | 'status'>;

/** A user as a caller; undefined for one who is suspended or deleted. */
export function callerOfStanding(standing: UserStanding): UserCaller | undefined {
  if (standing.status !== 'ACTIVE') return undefined;
  const { id, email, name, plan, role, memberships } = standing;
  return { kind: 'user', id, email, name, plan, role, memberships };
}

/** The users of the hub, as their identity provider knows them (decisions, hub 1). */
@Injectable()
export class HubUsersService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly users: HubUsersRepository,
    private readonly audit: AuditService,
    private readonly invitations: AcceptanceService,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** The user with these claims and what they may do now; undefined for one who is suspended or deleted. */
  async callerOf(claims: UserClaims): Promise<UserCaller | undefined> {
    return callerOfStanding(await this.known(claims));
  }

  /** The user with these claims, who is made when they come for the first time. Not within a transaction. */
  async known(claims: UserClaims): Promise<UserStanding> {
    const { issuer, subject } = claims;
    const known = () => this.users.standingOf(issuer, subject);
    const standing = (await known()) ?? (await this.begin(claims));
    const isTheirs = standing.emailVerified && emailKey(standing.email) === emailKey(claims.email);
    const isNewlyVouchedFor = claims.emailVerified && !isTheirs;
    const current = isNewlyVouchedFor && (await this.verify(standing, claims)) ? await known() : standing;
    return this.invitations.welcome(current ?? standing, known);
  }

  /** What the provider says of a user who signs in. First in the transaction of the sign-in: their row comes before others. */
  async signIn(user: KnownUser, claims: UserClaims): Promise<void> {
    await this.users.recordSignIn(user.id, claims);
  }

  /** Records what a sign-in has changed of its user. Last in its transaction. */
  async recordSignIn(user: KnownUser, claims: UserClaims): Promise<void> {
    await this.recordClaims(user, claims);
    await this.vouchedFor(user.id, claims);
  }

  /** The provider has come to vouch for the address of somebody who is known. */
  private async verify(user: UserStanding, claims: UserClaims): Promise<boolean> {
    if (this.config.readOnly || user.status !== 'ACTIVE') return false;
    await this.uow.run(async () => {
      if (!(await this.users.recordVerified(user.id, claims.email))) return;
      await this.recordClaims(user, { ...claims, name: '' });
      await this.vouchedFor(user.id, claims);
    });
    return true;
  }

  /** Makes the user who comes for the first time. Many requests at once make one. */
  private async begin(claims: UserClaims): Promise<UserStanding> {
    if (this.config.readOnly)
      throw unavailable('the service is in read-only mode; new users come in later', 60);
    const { issuer, subject } = claims;
    try {
      await this.uow.run(() => this.makeOrBind(claims));
    } catch (error) {
      // Another request of theirs was first.
      if (!isUniqueViolation(error, 'hub_user_subject_key')) throw error;
    }
    const standing = await this.users.standingOf(issuer, subject);
    if (standing === undefined) throw new Error('a user who was just made is not there');
    return standing;
  }

  private async makeOrBind(claims: UserClaims): Promise<void> {
    const begun = await this.users.begin(randomUUID(), claims);
    if (begun === undefined) return;
    const { id, bound } = begun;
    await this.record(id, claims.email, bound ? 'user.bound' : 'user.created', { email: claims.email });
    await this.vouchedFor(id, claims);
  }

  /**
   * What an address brings with it once the provider says that it is the user's. Every way in comes through here, within
   * a transaction.
   */
  private async vouchedFor(id: string, { email, emailVerified }: UserClaims): Promise<void> {
    if (!emailVerified) return;
    if (this.config.platformAdminEmails.includes(emailKey(email)) && (await this.users.promote(id))) {
      const changes = changesBetween({ role: 'USER' }, { role: 'PLATFORM_ADMIN' });
      await this.record(id, email, 'user.updated', { changes });
    }
  }

  /** Records what the provider says of a user now and did not before; what it does not say stays. */
  private async recordClaims(user: KnownUser, claims: UserClaims): Promise<void> {
    const address = claims.email === '' ? {} : { email: claims.email, email_verified: claims.emailVerified };
    const name = claims.name === '' ? {} : { name: claims.name };
    const before = { email: user.email, email_verified: user.emailVerified, name: user.name };
    const changes = changesBetween(before, { ...address, ...name });
    if (changes !== undefined) {
      await this.record(user.id, claims.email || user.email, 'user.updated', { changes });
    }
  }

  private record(
    id: string,
    email: string,
    action: `user.${string}`,
    details: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const actor = { id, type: 'user' as const, name: email };
    return this.audit.record({ orgId: null, actor, action, resourceId: id, details });
  }
}
