import { Injectable } from '@nestjs/common';
import type { UserCaller } from '../../../auth/hub/hub-principal.js';
import { profileOf } from '../../../auth/accounts/user-profile.js';
import { unauthorized } from '../../../common/errors/unauthorized.js';
import { HubUsersRepository, type UserSnapshot } from './hub-users.repository.js';

/** What authenticated a user: a JWT or a session. */
export interface UserCredential {
  /** The verified address in it. */
  readonly verifiedEmail: string | undefined;
  /**
   * Checks that it has not ended, with the user as they are now. In a transaction, a session then cannot end before the commit.
   * @throws 401
   */
  readonly requireValid: (current: UserSnapshot) => void | Promise<void>;
}

/** Creates callers from stored users. */
@Injectable()
export class UserCallers {
  constructor(private readonly users: HubUsersRepository) {}

  /** A user as a caller; undefined if suspended or deleted. */
  of(user: UserSnapshot, credential: UserCredential): UserCaller | undefined {
    if (user.status !== 'ACTIVE') return undefined;
    const { id, plan, role, memberships } = user;
    const profile = profileOf(user);
    const { verifiedEmail } = credential;
    const renew = async (): Promise<UserCaller> => {
      const current = await this.users.find(id);
      if (current !== undefined) await credential.requireValid(current);
      const caller = current && this.of({ ...current, ...profile }, credential);
      if (caller === undefined) throw unauthorized();
      return caller;
    };
    return { kind: 'user', id, ...profile, verifiedEmail, plan, role, memberships, renew };
  }
}
