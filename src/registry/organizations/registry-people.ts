import { Inject, Injectable } from '@nestjs/common';
import { LocalUsersRepository } from '../../auth/local-users/local-users.repository.js';
import { notFound } from '../../common/errors/api-error.js';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import type { RegistryPerson } from '../../storage/outbox/registry-changes.js';

/** People whom requests name. */
@Injectable()
export class RegistryPeople {
  constructor(
    private readonly users: LocalUsersRepository,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** A person, also one who is gone. In enterprise mode it is the subject of a JWT, which the registry cannot look up. */
  async find(subject: string): Promise<RegistryPerson> {
    if (this.config.auth.mode === 'enterprise') return { subject, account_id: null };
    const user = await this.users.find(subject);
    return { subject: user?.username ?? subject, account_id: user?.id ?? null };
  }

  /** The same in the user's own spelling. @throws 404 for an unknown user in oss mode */
  async require(username: string): Promise<RegistryPerson> {
    const person = await this.find(username);
    if (this.config.auth.mode === 'oss' && person.account_id === null) throw notFound(`user ${username}`);
    return person;
  }
}
