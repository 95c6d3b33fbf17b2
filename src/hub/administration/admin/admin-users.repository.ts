import { Injectable } from '@nestjs/common';
import { emailKey } from '../../../common/values/email-address.js';
import { currentDate } from '../../../common/values/clock.js';
import { AccountCredentialsRepository } from '../../../auth/accounts/account-credentials.repository.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import type { Plan, AccountStatus } from '../../../auth/accounts/accounts.js';
import type { PlatformRole } from '../../../auth/rules/roles.js';
import { HubUser } from '../../accounts/identity/hub-user.entity.js';
import { ADMIN_USER, type AdminUser } from './admin-user.js';

// Class id of these advisory locks, different from those of all others.
const EMAIL_LOCKS = 0x656d61;

/** A user to create. */
export interface NewUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly plan: Plan;
  readonly role: PlatformRole;
}

/** Changes of a user by an administrator. */
export interface UserChange {
  readonly email?: string;
  readonly name?: string;
  readonly plan?: Plan;
  readonly role?: PlatformRole;
}

/** SQL of changes to users by administrators. Deleted users are excluded. */
@Injectable()
export class AdminUsersRepository {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly accounts: AccountCredentialsRepository,
  ) {}

  /**
   * Locks an address until the transaction ends, with an advisory lock, and checks whether a user has it, regardless of
   * case, verified or set by an administrator before the first sign-in. A unique key is not possible: users of several
   * identity providers may share an address, and anybody may claim one.
   */
  async lockEmail(email: string, exceptId: string | null = null): Promise<{ readonly isTaken: boolean }> {
    const key = emailKey(email);
    await this.uow.rows(`SELECT pg_advisory_xact_lock($1, hashtext($2))`, [EMAIL_LOCKS, key]);
    const found = await this.uow.rows(
      `SELECT id FROM hub_user
        WHERE email_key = $1 AND (email_verified OR subject IS NULL) AND status <> 'DELETED'
          AND ($2::uuid IS NULL OR id <> $2)
        LIMIT 1`,
      [key, exceptId],
    );
    return { isTaken: found.length > 0 };
  }

  /** The users with these ids, except deleted ones. */
  find(ids: readonly string[]): Promise<AdminUser[]> {
    return this.uow.rows<AdminUser>(
      `SELECT ${ADMIN_USER} FROM hub_user WHERE id = ANY($1) AND status <> 'DELETED' ORDER BY id`,
      [ids],
    );
  }

  async insert(user: NewUser, now: Date): Promise<void> {
    await this.uow.manager.getRepository(HubUser).insert({
      ...user,
      emailKey: emailKey(user.email),
      createdAt: now,
      updatedAt: now,
    });
  }

  /** An address set by an administrator is unverified. */
  async change(id: string, change: UserChange): Promise<void> {
    const { email } = change;
    await this.uow.manager.getRepository(HubUser).update(
      { id },
      {
        ...change,
        ...(email !== undefined && { emailKey: emailKey(email), emailVerified: false }),
        updatedAt: currentDate(),
      },
    );
  }

  /** Local users are locked, too: their changes in the registry finish before. */
  async setStatus(ids: readonly string[], status: AccountStatus): Promise<void> {
    await this.accounts.lockLocalUsers(ids);
    await this.uow.rows(`UPDATE hub_user SET status = $2, updated_at = now() WHERE id = ANY($1)`, [
      ids,
      status,
    ]);
  }
}
