import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { badRequest, conflict, notFound } from '../../common/errors/api-error.js';
import { nameKey } from '../../common/values/names.js';
import { isUniqueViolation } from '../../storage/database/database-errors.js';
import type { LocalUser } from './local-user.entity.js';
import { LocalUsersRepository, type UserStanding } from './local-users.repository.js';
import { PASSWORD_MAX_BYTES, PASSWORD_MIN_BYTES, PasswordHasher } from './password-hasher.js';

const USERNAME = /^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/;
export const USERNAME_RULE =
  'must be 1 to 64 letters, digits, ".", "_", "@" or "-", beginning with a letter or digit';

/** Whether `text` can name a local user. */
export const isUsername = (text: unknown): text is string => typeof text === 'string' && USERNAME.test(text);

export interface NewUser {
  readonly username: string;
  readonly password: string;
  readonly email?: string | undefined;
  readonly registryAdmin?: boolean | undefined;
}

function requirePassword(password: string): void {
  const bytes = Buffer.byteLength(password);
  if (bytes < PASSWORD_MIN_BYTES || bytes > PASSWORD_MAX_BYTES) {
    throw badRequest('password', `must be ${PASSWORD_MIN_BYTES} to ${PASSWORD_MAX_BYTES} bytes long`);
  }
}

/** The users whom the registry keeps in oss mode. They are managed by the command line, never over HTTP. */
@Injectable()
export class LocalUsersService {
  constructor(
    private readonly users: LocalUsersRepository,
    private readonly passwords: PasswordHasher,
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

  list(): Promise<LocalUser[]> {
    return this.users.list();
  }

  /** @throws 400, 404 */
  async setPassword(username: string, password: string): Promise<void> {
    requirePassword(password);
    const passwordHash = await this.passwords.hash(password);
    if (!(await this.users.update(username, { passwordHash }))) throw notFound(`user ${username}`);
  }

  /** A disabled user cannot log in, and nothing they hold works from the next request on. @throws 404 */
  async setDisabled(username: string, disabled: boolean): Promise<void> {
    const known = await this.users.update(username, { disabledAt: disabled ? new Date() : null });
    if (!known) throw notFound(`user ${username}`);
  }

  /** The user whose credentials these are; undefined for a wrong pair, after equal work in every case. */
  async authenticate(username: string, password: string): Promise<UserStanding | undefined> {
    const user = isUsername(username) ? await this.users.find(username) : null;
    const usable = Buffer.byteLength(password) <= PASSWORD_MAX_BYTES;
    const fits = await this.passwords.verify(user?.passwordHash, usable ? password : '');
    if (user === null || !usable || !fits || user.disabledAt !== null) return undefined;
    return this.users.standing(user.username);
  }
}
