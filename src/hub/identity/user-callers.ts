import { Injectable } from '@nestjs/common';
import type { UserCaller } from '../../access/hub-principal.js';
import { unauthorized } from '../../common/errors/unauthorized.js';
import { HubUsersRepository, type UserSnapshot } from './hub-users.repository.js';

/** Creates callers from stored users. */
@Injectable()
export class UserCallers {
  constructor(private readonly users: HubUsersRepository) {}

  /**
   * A user as a caller; undefined if suspended or deleted.
   * @param verifiedEmail the verified address in the caller's credential
   */
  of(user: UserSnapshot, verifiedEmail: string | undefined): UserCaller | undefined {
    if (user.status !== 'ACTIVE') return undefined;
    const { id, email, emailVerified, name, plan, role, memberships } = user;
    const renew = async (): Promise<UserCaller> => {
      const current = await this.users.find(id);
      const caller = current && this.of({ ...current, email, emailVerified, name }, verifiedEmail);
      if (caller === undefined) throw unauthorized();
      return caller;
    };
    return { kind: 'user', id, email, emailVerified, verifiedEmail, name, plan, role, memberships, renew };
  }
}
