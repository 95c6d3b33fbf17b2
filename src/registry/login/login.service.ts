import { Inject, Injectable } from '@nestjs/common';
import { IssuedJwts } from '../../auth/jwt/issued-jwts.js';
import { LocalUsersService } from '../../auth/local-users/local-users.service.js';
import { resourcesOf } from '../../auth/local-users/local-users.repository.js';
import { ApiError } from '../../common/errors/api-error.js';
import { unauthorizedBecause } from '../../common/errors/unauthorized.js';
import { Meters, type Counter } from '../../common/operation/meters.js';
import { APP_CONFIG, ossSettings, type AppConfig } from '../../config/app-config.js';
import type { LoginRequest, LoginResponse } from './login.dto.js';

const LOGINS = { outcome: ['accepted', 'refused'] } as const;

/** Exchanges a local user's password for a JWT (registry contract 21). */
@Injectable()
export class LoginService {
  private readonly logins: Counter<typeof LOGINS>;

  constructor(
    private readonly users: LocalUsersService,
    private readonly jwts: IssuedJwts,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
    meters: Meters,
  ) {
    this.logins = meters.counter('registry_logins', 'Logins at the registry', LOGINS);
  }

  /** @throws 401, the same for an unknown user, a disabled one and a wrong password; 429 after too many of them */
  async login({ username, password }: LoginRequest, signal: AbortSignal): Promise<LoginResponse> {
    const user = await this.users.authenticate(username, password, signal).catch((error: unknown) => {
      if (error instanceof ApiError && error.kind === 'rate_limited') this.logins.add({ outcome: 'refused' });
      throw error;
    });
    this.logins.add({ outcome: user === undefined ? 'refused' : 'accepted' });
    if (user === undefined) throw unauthorizedBecause('wrong username or password');
    const jwt = await this.jwts.ofLogin({ ...user, resources: resourcesOf(user) });
    return { access_token: jwt, token_type: 'Bearer', expires_in: ossSettings(this.config).tokenTtl };
  }
}
