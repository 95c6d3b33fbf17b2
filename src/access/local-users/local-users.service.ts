import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { badRequest, conflict, notFound } from '../../common/errors/api-error.js';
import { clientNetwork } from '../../common/http/client-network.js';
import { currentOrigin } from '../../common/http/request-origin.js';
import {
  isPassword,
  isUsername,
  PASSWORD_MAX_BYTES,
  PASSWORD_RULE,
  USERNAME_RULE,
} from '../../common/values/credentials.js';
import { nameKey } from '../../common/values/names.js';
import { isUniqueViolation } from '../../storage/database/database-errors.js';
import type { LocalUser } from './local-user.entity.js';
import { LoginAttempts } from './login-attempts.js';
import { LocalUsersRepository, type LocalUserSnapshot } from './local-users.repository.js';
import { PasswordHasher } from './password-hasher.js';

/** A user to add. Only a slow hash of the password is stored. */
export interface NewUser {
  readonly username: string;
  readonly password: string;
  readonly email?: string | undefined;
  readonly registryAdmin?: boolean | undefined;
}

/** A user as listed for the operator. */
export interface ListedUser extends LocalUser {
  /** Whether an administrator of the hub has suspended or deleted them; enabling does not end that. */
  readonly suspended: boolean;
}

/** A user as described by an identity provider. */
export interface LocalAccount {
  readonly id: string;
  readonly username: string;
  /** Derived from the name if the user has none. */
  readonly email: string;
}

/** The claims of a local account in OpenID Connect. The operator, who has set the address, vouches for it. */
export const claimsOfAccount = ({ email, username }: LocalAccount) => ({
  email,
  email_verified: true,
  name: username,
});

const accountOf = ({ id, username, email }: LocalUser): LocalAccount => ({
  id,
  username,
  email: email ?? `${username}@localhost`,
});

const LIST_BATCH = 500;

function requirePassword(password: string): void {
  if (!isPassword(password)) throw badRequest('password', PASSWORD_RULE);
}

/** The local users of oss mode. They are managed with the command line, never over HTTP. */
@Injectable()
export class LocalUsersService {
  constructor(
    private readonly users: LocalUsersRepository,
    private readonly passwords: PasswordHasher,
    private readonly attempts: LoginAttempts,
  ) {}

  /** @throws 400 for a bad name or password, 409 when the name is taken in any spelling. */
  async add(user: NewUser): Promise<void> {
    if (!isUsername(user.username)) throw badRequest('username', USERNAME_RULE);
    requirePassword(user.password);
    const passwordHash = await this.passwords.hash(user.password);
    try {
      await this.users.insert({
        id: randomUUID(),
        username: user.username,
        usernameKey: nameKey(user.username),
        email: user.email ?? null,
        passwordHash,
        registryAdmin: user.registryAdmin ?? false,
        disabledAt: null,
        createdAt: new Date(),
      });
    } catch (error) {
      if (isUniqueViolation(error, 'local_user_username_key')) {
        throw conflict(`the user ${user.username} exists already`);
      }
      throw error;
    }
  }

  /** Whether any user administers the whole registry. */
  hasAdministrator(): Promise<boolean> {
    return this.users.hasAdministrator();
  }

  /** All users, ordered by name and read in batches. */
  async *list(): AsyncGenerator<ListedUser> {
    let after = '';
    for (;;) {
      const users = await this.users.list(after, LIST_BATCH);
      const suspended = await this.users.suspendedAmong(users.map(({ id }) => id));
      yield* users.map((user) => Object.assign(user, { suspended: suspended.has(user.id) }));
      if (users.length < LIST_BATCH) return;
      after = users.at(-1)?.usernameKey ?? '';
    }
  }

  /** @throws 400, 404 */
  async setPassword(username: string, password: string): Promise<void> {
    requirePassword(password);
    const passwordHash = await this.passwords.hash(password);
    if (!(await this.users.update(username, { passwordHash }))) throw notFound(`user ${username}`);
  }

  /**
   * A disabled user cannot log in, and their credentials are invalid from the next request on. Returns whether they have no
   * access anyway, because they are suspended in the hub.
   * @throws 404
   */
  async setDisabled(username: string, disabled: boolean): Promise<Pick<ListedUser, 'suspended'>> {
    await this.users.update(username, { disabledAt: disabled ? new Date() : null });
    const user = await this.users.find(username);
    if (user === undefined) throw notFound(`user ${username}`);
    return { suspended: (await this.users.suspendedAmong([user.id])).has(user.id) };
  }

  /** The account with this identifier; undefined for a disabled user too. */
  async account(id: string): Promise<LocalAccount | undefined> {
    const user = await this.users.findById(id);
    return user?.disabledAt === null ? accountOf(user) : undefined;
  }

  /** The account with this name, in any spelling; undefined for a disabled user too. */
  async accountNamed(username: string): Promise<LocalAccount | undefined> {
    const user = await this.users.find(username);
    return user?.disabledAt === null ? accountOf(user) : undefined;
  }

  /**
   * The user with these credentials; undefined for a wrong pair and for users without access. A wrong password takes
   * as long as a right one. `signal` cancels a queued login.
   * @throws 429 after too many wrong passwords
   */
  async authenticate(
    username: string,
    password: string,
    signal: AbortSignal,
  ): Promise<LocalUserSnapshot | undefined> {
    const user = await this.check(username, password, signal);
    const snapshot = user && (await this.users.findSnapshot(user.username));
    if (snapshot?.disabled !== true) return snapshot;
    await this.attempts.failed('user_disabled', username);
    return undefined;
  }

  /**
   * The account with these credentials, for the sign-in form of the hub. Unlike `authenticate`, it also returns users whom the
   * hub has suspended or deleted: the hub refuses them after this step.
   */
  async accountWith(
    username: string,
    password: string,
    signal: AbortSignal,
  ): Promise<LocalAccount | undefined> {
    const user = await this.check(username, password, signal);
    return user && accountOf(user);
  }

  private async check(
    username: string,
    password: string,
    signal: AbortSignal,
  ): Promise<LocalUser | undefined> {
    await this.attempts.requireAllowed(username);
    const user = isUsername(username) ? await this.users.find(username) : undefined;
    const usable = Buffer.byteLength(password) <= PASSWORD_MAX_BYTES;
    const fits = await this.passwords.verify(user?.passwordHash, usable ? password : '', {
      signal,
      client: clientNetwork(currentOrigin().ipAddress),
      // Checked again when the login leaves the queue: of many concurrent attempts, no more are verified than may fail.
      before: () => this.attempts.requireAllowed(username),
    });
    const holds = user !== undefined && usable && fits;
    if (holds && user.disabledAt === null) return user;
    await this.attempts.failed(holds ? 'user_disabled' : 'wrong_password', username);
    return undefined;
  }
}
