import { Injectable } from '@nestjs/common';
import type { UserCaller } from '../../access/hub-principal.js';
import { unauthorized } from '../../common/errors/unauthorized.js';
import { HubUsersRepository, type UserSnapshot } from './hub-users.repository.js';

/** Makes users, as the database has them, the callers of requests. */
@Injectable()
export class UserCallers {
  constructor(private readonly users: HubUsersRepository) {}

  /**
   * A user as a caller; undefined for one who is suspended or deleted.
   * @param verifiedEmail the address that the caller's credential vouches for
   */
  of(user: UserSnapshot, verifiedEmail: string | undefined): UserCaller | undefined {
    if (user.status !== 'ACTIVE') return undefined;
    const { id, email, emailVerified, name, plan, role, memberships } = user;
    const profile = { kind: 'user', id, email, emailVerified, verifiedEmail, name } as const;
    const renewed = ({
      plan,
      role,
      memberships,
    }: Pick<UserSnapshot, 'plan' | 'role' | 'memberships'>): UserCaller => ({
      ...profile,
      plan,
      role,
      memberships,
      renew: async () => {
        const current = await this.users.find(id);
        if (current?.status !== 'ACTIVE') throw unauthorized();
        return renewed(current);
      },
    });
    return renewed({ plan, role, memberships });
  }
}
