import { Inject, Injectable } from '@nestjs/common';
import { newPassword } from '../../common/values/credentials.js';
import { ApiError } from '../../common/errors/api-error.js';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import { LocalUsersRepository } from './local-users.repository.js';
import { LocalUsersService } from './local-users.service.js';

/** The first administrator, as they are told to the person who starts the server. */
export interface BootstrappedAdmin {
  readonly username: string;
  /** Present when it was generated: this is the only time it is shown. */
  readonly generatedPassword?: string;
}

/** Makes the first administrator when there is no local user yet. */
@Injectable()
export class BootstrapAdmin {
  constructor(
    @Inject(APP_CONFIG) private readonly config: AppConfig,
    private readonly repository: LocalUsersRepository,
    private readonly users: LocalUsersService,
  ) {}

  /** Undefined when there are users already, and in enterprise mode, where there are never any. */
  async ensure(): Promise<BootstrappedAdmin | undefined> {
    if (this.config.auth.mode !== 'oss' || !(await this.repository.isEmpty())) return undefined;
    const { username, email, password } = this.config.bootstrapAdmin;
    const chosen = password ?? newPassword();
    try {
      await this.users.add({ username, email, password: chosen, registryAdmin: true });
    } catch (error) {
      // Another process that started at the same time was first.
      if (error instanceof ApiError && error.kind === 'conflict') return undefined;
      throw error;
    }
    return { username, ...(password === undefined && { generatedPassword: chosen }) };
  }
}
