import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { LOCAL_ISSUER } from '../../../auth/local-users/local-issuer.js';
import { ApiError, unavailable } from '../../../common/errors/api-error.js';
import { emailKey } from '../../../common/values/email-address.js';
import { APP_CONFIG, type AppConfig } from '../../../config/app-config.js';
import { isUniqueViolation } from '../../../storage/database/database-errors.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import type { UserCaller } from '../../../auth/hub/hub-principal.js';
import {
  credentialsVersion,
  requireCurrent,
  requireUnexpired,
  type JwtOrigin,
} from '../../../auth/jwt/jwt-expiry.js';
import type { Actor } from '../../audit/events/actor.js';
import { AuditService } from '../../audit/events/audit.service.js';
import { changesBetween } from '../../audit/events/changes.js';
import { HubUsersRepository, type UserSnapshot } from './hub-users.repository.js';
import { UserCallers } from './user-callers.js';
import { updatedProfile, verifiedEmailOf, type ExpiringClaims, type UserClaims } from './user-claims.js';
import { addressDetails, profileFields, type UserProfile } from '../../../auth/accounts/user-profile.js';
import { actorNameOf } from '../../audit/events/actor.js';

/** A user identified by the identity provider. */
export type IdentifiedUser = UserProfile & Pick<UserSnapshot, 'id' | 'status'>;

/** The profile of a user before and after a sign-in. */
export interface ProfileChange {
  readonly before: UserProfile;
  readonly after: UserProfile;
}

/** The users of the hub, identified by their identity provider (hub contract 1). */
@Injectable()
export class HubUsersService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly users: HubUsersRepository,
    private readonly audit: AuditService,
    private readonly callers: UserCallers,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** The user with these claims as a caller; undefined if suspended or deleted. */
  async callerOf(claims: ExpiringClaims): Promise<UserCaller | undefined> {
    const origin = originOf(claims);
    const user = await this.findOrCreate(claims, origin);
    requireCurrent(user.credentialsValidFrom, origin);
    return this.callers.of(user, {
      verifiedEmail: verifiedEmailOf(claims),
      requireValid: (current) => {
        requireUnexpired(claims.expiresAt);
        requireCurrent(current.credentialsValidFrom, origin);
      },
    });
  }

  /**
   * Finds the user with these claims, or creates them at the first login. Not within a transaction.
   * @param jwt the JWT that has the claims; undefined at a sign-in
   * @throws 401 for a JWT that was issued before the last account with this subject was deleted
   */
  async findOrCreate(claims: UserClaims, jwt?: JwtOrigin): Promise<UserSnapshot> {
    const { issuer, subject } = claims;
    const find = () => this.users.findSnapshot(issuer, subject);
    const found = await find();
    if (found === undefined && jwt !== undefined) {
      requireCurrent(await this.users.deletionOf(issuer, subject), { issuedAt: jwt.issuedAt });
    }
    const snapshot = found ?? (await this.create(claims));
    const isTheirs = snapshot.emailVerified && emailKey(snapshot.email) === emailKey(claims.email);
    const isNewlyVerified = claims.emailVerified && !isTheirs;
    const current = isNewlyVerified && (await this.verify(snapshot, claims)) ? await find() : snapshot;
    return current ?? snapshot;
  }

  /**
   * Updates a user's profile from the claims of a sign-in; undefined if they are no longer active. Call it first in the
   * transaction: the user's row is locked before others.
   * @throws 403 if the password that was entered, or the sign-in itself, has ended meanwhile
   */
  async signIn(user: IdentifiedUser, claims: UserClaims): Promise<ProfileChange | undefined> {
    const change = await this.updateProfile(user.id, claims, (validFrom) => {
      const { credentials } = originOf(claims);
      if (credentials === undefined || credentials === credentialsVersion(validFrom)) return;
      throw new ApiError(
        'forbidden',
        'your password has changed, or you were signed out, during this sign-in; sign in again',
      );
    });
    if (change !== undefined) await this.users.recordSignIn(user.id);
    return change;
  }

  /** Records the changes of a sign-in in the audit trail. Call it last in the transaction. */
  async recordSignIn(user: IdentifiedUser, change: ProfileChange, claims: UserClaims): Promise<void> {
    await this.recordChange(user.id, change);
    await this.applySettings(user.id, claims);
  }

  /** Records that the provider now verifies the address of an existing user. */
  private async verify(user: UserSnapshot, claims: UserClaims): Promise<boolean> {
    if (this.config.readOnly || user.status !== 'ACTIVE') return false;
    await this.uow.run(async () => {
      const change = await this.updateProfile(user.id, { ...claims, name: '' });
      if (change === undefined || !(await this.recordChange(user.id, change))) return;
      await this.applySettings(user.id, claims);
    });
    return true;
  }

  private async updateProfile(
    id: string,
    claims: UserClaims,
    check: (credentialsValidFrom: number | null) => void = () => undefined,
  ): Promise<ProfileChange | undefined> {
    const locked = await this.users.lockProfile(id);
    if (locked === undefined) return undefined;
    const { credentialsValidFrom, ...before } = locked;
    check(credentialsValidFrom);
    const after = updatedProfile(before, claims);
    if (changesBetween(before, after) !== undefined) await this.users.changeProfile(id, after);
    return { before, after };
  }

  /** Creates or links the user at the first login. Concurrent requests create one user. */
  private async create(claims: UserClaims): Promise<UserSnapshot> {
    if (this.config.readOnly)
      throw unavailable('the service is in read-only mode; new users can sign in later', 60);
    const { issuer, subject } = claims;
    try {
      await this.uow.run(() => this.createOrBind(claims));
    } catch (error) {
      // A concurrent request created the user.
      if (!isUniqueViolation(error, 'hub_user_subject_key')) throw error;
    }
    const snapshot = await this.users.findSnapshot(issuer, subject);
    if (snapshot === undefined) throw new Error('the created user is missing');
    return snapshot;
  }

  private async createOrBind(claims: UserClaims): Promise<void> {
    const created = await this.users.createOrBind(randomUUID(), claims);
    if (created === undefined) return;
    const { id, bound } = created;
    await this.users.changeProfile(id, updatedProfile(created, claims));
    await this.record(id, claims, bound ? 'user.bound' : 'user.created', addressDetails(claims));
    await this.applySettings(id, claims);
  }

  /**
   * Gives the role that the settings give to a verified address, or to the first local administrator, once: a later demotion
   * stays. All kinds of login call it, within a transaction.
   */
  private async applySettings(id: string, claims: UserClaims): Promise<void> {
    const email = verifiedEmailOf(claims);
    const isListed = email !== undefined && this.config.platformAdminEmails.includes(emailKey(email));
    if (!isListed && claims.issuer !== LOCAL_ISSUER) return;
    if (!(await this.users.giveRoleOnce(id, isListed))) return;
    const changes = changesBetween({ role: 'USER' }, { role: 'PLATFORM_ADMIN' });
    await this.record(id, claims, 'user.updated', { changes });
  }

  /** Records the changes of a profile in the audit trail; false if there are none. */
  private async recordChange(id: string, { before, after }: ProfileChange): Promise<boolean> {
    const changes = changesBetween(profileFields(before), profileFields(after));
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

/** What the JWT of a user says about when it was made. A remote provider may have a claim `credentials` of another meaning. */
const originOf = ({ issuer, issuedAt, credentials }: UserClaims): JwtOrigin => ({
  issuedAt,
  credentials: issuer === LOCAL_ISSUER ? credentials : undefined,
});

const actorOf = (id: string, profile: UserProfile): Actor => ({
  id,
  type: 'user',
  name: actorNameOf(profile),
});
