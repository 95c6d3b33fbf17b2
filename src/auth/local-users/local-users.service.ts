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
import { EMAIL_RULE, isEmailAddress } from '../../common/values/email-address.js';
import { nameKey } from '../../common/values/names.js';
import { currentDate } from '../../common/values/clock.js';
import { isUniqueViolation } from '../../storage/database/database-errors.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { AccountCredentialsRepository, type Account } from '../accounts/account-credentials.repository.js';
import { credentialsVersion } from '../jwt/jwt-expiry.js';
import type { LocalUser } from './local-user.entity.js';
import { LoginAttempts } from './login-attempts.js';
import { LocalUsersRepository, type LocalUserSnapshot, type StateInHub } from './local-users.repository.js';
import { PasswordHasher } from './password-hasher.js';

/** A user to add. Only a slow hash of the password is stored. */
export interface NewUser {
  readonly username: string;
  readonly password: string;
  readonly email?: string | undefined;
  readonly registryAdmin?: boolean | undefined;
  /** Whether the first start of the product creates it. */
  readonly firstAdministrator?: boolean | undefined;
}

/** A user as listed for the operator. */
export type ListedUser = LocalUser & StateInHub;

const NOT_IN_HUB: StateInHub = { suspended: false, platformAdmin: false };

/** A user as described by an identity provider. */
export interface LocalAccount {
  readonly id: string;
  readonly username: string;
  /** Invented if the user has none. */
  readonly email: string;
  /** When sessions and JWTs ended last. */
  readonly credentials: number;
}

// Nobody can receive mail there, and anybody could be called so.
const INVENTED_DOMAIN = '@localhost';

/**
 * The claims of a local account in OpenID Connect. The operator, who has set the address, vouches for it, unless it was
 * invented.
 */
export const claimsOfAccount = ({ email, username, credentials }: LocalAccount) => ({
  email,
  email_verified: !email.toLowerCase().endsWith(INVENTED_DOMAIN),
  name: username,
  credentials,
});

const accountOf = ({ id, username, email, credentialsValidFrom }: LocalUser): LocalAccount => ({
  id,
  username,
  email: email ?? `${username}${INVENTED_DOMAIN}`,
  credentials: versionOf(credentialsValidFrom),
});

const versionOf = (validFrom: Date | null): number => credentialsVersion(validFrom?.getTime() ?? null);

/** Whether the credentials of a user have not ended since the row was read. */
const isSame = (
  { id, credentialsValidFrom }: LocalUser,
  snapshot: Pick<LocalUserSnapshot, 'id' | 'credentialsValidFrom'>,
): boolean =>
  snapshot.id === id && credentialsVersion(snapshot.credentialsValidFrom) === versionOf(credentialsValidFrom);

/** What else happens in the transaction of a change: to the locked account, whose number of ended sessions is given. */
export type AlsoEnded = (account: Account, sessions: number) => Promise<void>;

const nothing = (): Promise<void> => Promise.resolve();

const LIST_BATCH = 500;

function requirePassword(password: string): void {
  if (!isPassword(password)) throw badRequest('password', PASSWORD_RULE);
}

/**
 * The local users of oss mode. The command line manages them. Over HTTP, platform administrators change who administers the
 * registry, and nothing else here.
 */
@Injectable()
export class LocalUsersService {
  constructor(
    private readonly users: LocalUsersRepository,
    private readonly passwords: PasswordHasher,
    private readonly attempts: LoginAttempts,
    private readonly uow: UnitOfWork,
    private readonly credentials: AccountCredentialsRepository,
  ) {}

  /**
   * `also` runs in the same transaction.
   * @throws 400 for a bad name, address or password, 409 when the name is taken in any spelling.
   */
  async add(user: NewUser, also: (id: string) => Promise<void> = nothing): Promise<void> {
    if (!isUsername(user.username)) throw badRequest('username', USERNAME_RULE);
    if (user.email !== undefined && !isEmailAddress(user.email)) throw badRequest('email', EMAIL_RULE);
    requirePassword(user.password);
    const passwordHash = await this.passwords.hash(user.password);
    try {
      const id = randomUUID();
      await this.uow.run(async () => {
        await this.users.insert({
          id,
          username: user.username,
          usernameKey: nameKey(user.username),
          email: user.email ?? null,
          passwordHash,
          registryAdmin: user.registryAdmin ?? false,
          firstAdministrator: user.firstAdministrator ?? false,
          disabledAt: null,
          credentialsValidFrom: null,
          createdAt: currentDate(),
        });
        await also(id);
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
      const states = await this.users.statesInHub(users.map(({ id }) => id));
      yield* users.map((user) => Object.assign(user, states.get(user.id) ?? NOT_IN_HUB));
      if (users.length < LIST_BATCH) return;
      after = users.at(-1)?.usernameKey ?? '';
    }
  }

  /**
   * Sets a password, which ends all sessions and JWTs of the user: whoever had the old one may have them. `also` runs in the
   * same transaction.
   * @throws 400, 404
   */
  async setPassword(username: string, password: string, also: AlsoEnded = nothing): Promise<void> {
    requirePassword(password);
    const passwordHash = await this.passwords.hash(password);
    await this.change(username, { passwordHash }, true, also);
  }

  /**
   * A disabled user cannot log in, and their credentials are invalid from the next request on; sessions and JWTs stay so when
   * the user is enabled again. Returns whether they have no access anyway, because they are suspended in the hub.
   * @throws 404
   */
  async setDisabled(
    username: string,
    disabled: boolean,
    also: AlsoEnded = nothing,
  ): Promise<Pick<StateInHub, 'suspended'>> {
    const { id } = await this.change(
      username,
      { disabledAt: disabled ? currentDate() : null },
      disabled,
      also,
    );
    const { suspended } = (await this.users.statesInHub([id])).get(id) ?? NOT_IN_HUB;
    return { suspended };
  }

  /**
   * Gives or takes the administration of the whole registry; false if nothing changes. `also` runs in the same transaction.
   * @throws 404, 409 for the last user who has it
   */
  setAdministrator(
    username: string,
    registryAdmin: boolean,
    also: (account: Account) => Promise<void> = nothing,
  ): Promise<boolean> {
    return this.uow.run(async () => {
      const user = await this.require(username);
      const account = await this.locked(user.id);
      // The role of others may change at the same time.
      await this.users.lockAdministrators();
      const current = await this.users.findById(user.id);
      if (current === undefined) throw notFound(`user ${username}`);
      if (current.registryAdmin === registryAdmin) return false;
      if (!registryAdmin) await this.requireOtherAdministrator(current);
      await this.users.update(user.id, { registryAdmin });
      await also(account);
      return true;
    });
  }

  /** The user with this name, in any spelling. */
  find(username: string): Promise<LocalUser | undefined> {
    return this.users.find(username);
  }

  /** The same. @throws 404 */
  async require(username: string): Promise<LocalUser> {
    const user = await this.users.find(username);
    if (user === undefined) throw notFound(`user ${username}`);
    return user;
  }

  /** The id of an account to delete. @throws 404, 409 for the last user who administers the registry */
  async requireRemovable(username: string): Promise<string> {
    const user = await this.require(username);
    await this.requireOtherAdministrator(user);
    return user.id;
  }

  private async requireOtherAdministrator({ id, username }: LocalUser): Promise<void> {
    if (await this.users.isLastAdministrator(id)) {
      throw conflict(`${username} is the last administrator of the registry`);
    }
  }

  private change(
    username: string,
    change: Partial<LocalUser>,
    endsSignIns: boolean,
    also: AlsoEnded,
  ): Promise<LocalUser> {
    return this.uow.run(async () => {
      const user = await this.require(username);
      const account = await this.locked(user.id);
      await this.users.update(user.id, change);
      const sessions = endsSignIns ? await this.credentials.endSignInsOfLocalUser(account) : 0;
      await also(account, sessions);
      return user;
    });
  }

  /** @throws 404 for an account that was deleted meanwhile */
  private async locked(id: string): Promise<Account> {
    const account = await this.credentials.ofLocalUser(id);
    if (account === undefined) throw notFound('user');
    await this.credentials.lock(account);
    return account;
  }

  /** The account with this identifier; undefined for a disabled user too. */
  async account(id: string): Promise<LocalAccount | undefined> {
    const user = await this.users.findById(id);
    return user?.disabledAt === null ? accountOf(user) : undefined;
  }

  /** The account that the first start has created; undefined for a disabled one too. */
  async firstAdministrator(): Promise<LocalAccount | undefined> {
    const user = await this.users.findFirstAdministrator();
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
    // The password has changed while it was checked.
    if (user !== undefined && snapshot !== undefined && !isSame(user, snapshot)) return undefined;
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
