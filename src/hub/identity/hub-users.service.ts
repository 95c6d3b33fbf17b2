import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { unavailable } from '../../common/errors/api-error.js';
import { emailKey } from '../../common/values/email-address.js';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import { isUniqueViolation } from '../../storage/database/database-errors.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import type { UserCaller } from '../../access/hub-principal.js';
import type { Actor } from '../audit/actor.js';
import { AuditService } from '../audit/audit.service.js';
import { changesBetween } from '../audit/changes.js';
import { FirstLogins } from './first-logins.js';
import { HubUsersRepository, type UserSnapshot } from './hub-users.repository.js';
import { UserCallers } from './user-callers.js';
import { verifiedEmailOf, type UserClaims } from './user-claims.js';
import type { UserProfile } from '../../access/user-profile.js';
import { actorNameOf } from '../audit/actor.js';
import { addressDetails, updatedProfile } from './profile-changes.js';

/** A user whom their identity provider has vouched for. */
export type IdentifiedUser = Pick<UserSnapshot, 'id' | 'email' | 'emailVerified' | 'name' | 'status'>;

/** What the claims of a sign-in have made of a user. */
export interface ProfileChange {
  readonly before: UserProfile;
  readonly after: UserProfile;
}

/** The users of the hub, as their identity provider knows them (hub contract 1). */
@Injectable()
export class HubUsersService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly users: HubUsersRepository,
    private readonly audit: AuditService,
    private readonly callers: UserCallers,
    private readonly firstLogins: FirstLogins,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** The user with these claims and what they may do now; undefined for one who is suspended or deleted. */
  async callerOf(claims: UserClaims): Promise<UserCaller | undefined> {
    return this.callers.of(await this.findOrCreate(claims), verifiedEmailOf(claims));
  }

  /** The user with these claims, who is made when they come for the first time. Not within a transaction. */
  async findOrCreate(claims: UserClaims): Promise<UserSnapshot> {
    const { issuer, subject } = claims;
    const known = () => this.users.findSnapshot(issuer, subject);
    const snapshot = (await known()) ?? (await this.create(claims));
    const isTheirs = snapshot.emailVerified && emailKey(snapshot.email) === emailKey(claims.email);
    const isNewlyVouchedFor = claims.emailVerified && !isTheirs;
    const current = isNewlyVouchedFor && (await this.verify(snapshot, claims)) ? await known() : snapshot;
    return current ?? snapshot;
  }

  /**
   * Records what the claims of a sign-in say of its user; undefined when they are not active any more. First in its
   * transaction: their row comes before others.
   */
  async signIn(user: IdentifiedUser, claims: UserClaims): Promise<ProfileChange | undefined> {
    const change = await this.updateProfile(user.id, claims);
    if (change !== undefined) await this.users.recordSignIn(user.id);
    return change;
  }

  /** Records what a sign-in has changed of its user. Last in its transaction. */
  async recordSignIn(user: IdentifiedUser, change: ProfileChange, claims: UserClaims): Promise<void> {
    await this.recordChange(user.id, change);
    await this.applyVerifiedEmail(user.id, claims);
  }

  /** The provider has come to vouch for the address of somebody who is known. */
  private async verify(user: UserSnapshot, claims: UserClaims): Promise<boolean> {
    if (this.config.readOnly || user.status !== 'ACTIVE') return false;
    await this.uow.run(async () => {
      const change = await this.updateProfile(user.id, { ...claims, name: '' });
      if (change === undefined || !(await this.recordChange(user.id, change))) return;
      await this.applyVerifiedEmail(user.id, claims);
    });
    return true;
  }

  private async updateProfile(id: string, claims: UserClaims): Promise<ProfileChange | undefined> {
    const before = await this.users.lockProfile(id);
    if (before === undefined) return undefined;
    const after = updatedProfile(before, claims);
    if (changesBetween(before, after) !== undefined) await this.users.changeProfile(id, after);
    return { before, after };
  }

  /** Makes the user who comes for the first time. Many requests at once make one. */
  private async create(claims: UserClaims): Promise<UserSnapshot> {
    if (this.config.readOnly)
      throw unavailable('the service is in read-only mode; new users come in later', 60);
    const { issuer, subject } = claims;
    try {
      await this.uow.run(() => this.makeOrBind(claims));
    } catch (error) {
      // Another request of theirs was first.
      if (!isUniqueViolation(error, 'hub_user_subject_key')) throw error;
    }
    const snapshot = await this.users.findSnapshot(issuer, subject);
    if (snapshot === undefined) throw new Error('a user who was just made is not there');
    return snapshot;
  }

  private async makeOrBind(claims: UserClaims): Promise<void> {
    const created = await this.users.createOrBind(randomUUID(), claims);
    if (created === undefined) return;
    const { id, bound } = created;
    const verifiedEmail = verifiedEmailOf(claims);
    if (verifiedEmail !== undefined) {
      await this.firstLogins.announce({ id, actor: actorOf(id, claims), verifiedEmail });
    }
    await this.record(id, claims, bound ? 'user.bound' : 'user.created', addressDetails(claims));
    await this.applyVerifiedEmail(id, claims);
  }

  /**
   * What an address brings with it once the provider says that it is the user's. Every way in comes through here, within
   * a transaction.
   */
  private async applyVerifiedEmail(id: string, claims: UserClaims): Promise<void> {
    const email = verifiedEmailOf(claims);
    if (email === undefined || !this.config.platformAdminEmails.includes(emailKey(email))) return;
    if (!(await this.users.promote(id))) return;
    const changes = changesBetween({ role: 'USER' }, { role: 'PLATFORM_ADMIN' });
    await this.record(id, claims, 'user.updated', { changes });
  }

  /** Records what has changed of a user; false for nothing. */
  private async recordChange(id: string, { before, after }: ProfileChange): Promise<boolean> {
    const changes = changesBetween(recorded(before), recorded(after));
    if (changes === undefined) return false;
    await this.record(id, after, 'user.updated', { changes });
    return true;
  }

  private record(
    id: string,
    profile: UserProfile,
    action: `user.${string}`,
    details: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    return this.audit.record({ orgId: null, actor: actorOf(id, profile), action, resourceId: id, details });
  }
}

const actorOf = (id: string, profile: UserProfile): Actor => ({
  id,
  type: 'user',
  name: actorNameOf(profile),
});

/** A profile in the words of the API. */
const recorded = ({ email, emailVerified, name }: UserProfile) => ({
  email,
  email_verified: emailVerified,
  name,
});
