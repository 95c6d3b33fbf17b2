import { Inject, Injectable } from '@nestjs/common';
import { newPassword } from '../../common/values/credentials.js';
import { ApiError } from '../../common/errors/api-error.js';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import { LocalUsersRepository } from './local-users.repository.js';
import { RegistryTrail } from '../trail/registry-trail.js';
import { LocalUsersService } from './local-users.service.js';

/** The first administrator, as printed at the first start. */
export interface BootstrappedAdmin {
  readonly username: string;
  /** Present if it was generated; shown only this once. */
  readonly generatedPassword?: string;
}

/** Creates the first administrator if there are no local users. */
@Injectable()
export class BootstrapAdmin {
  constructor(
    @Inject(APP_CONFIG) private readonly config: AppConfig,
    private readonly repository: LocalUsersRepository,
    private readonly users: LocalUsersService,
    private readonly trail: RegistryTrail,
  ) {}

  /** Undefined if there are users, and in enterprise mode, which has no local users. */
  async ensure(): Promise<BootstrappedAdmin | undefined> {
    if (this.config.auth.mode !== 'oss' || !(await this.repository.isEmpty())) return undefined;
    const { username, email, password } = this.config.bootstrapAdmin;
    const chosen = password ?? newPassword();
    try {
      const first = { username, email, password: chosen, registryAdmin: true, firstAdministrator: true };
      await this.users.add(first, (id) =>
        this.trail.record('start', {
          action: 'user.created',
          resource: id,
          details: { username, registry_admin: true },
        }),
      );
    } catch (error) {
      // Another process that started at the same time created it first.
      if (error instanceof ApiError && error.kind === 'conflict') return undefined;
      throw error;
    }
    return { username, ...(password === undefined && { generatedPassword: chosen }) };
  }
}
