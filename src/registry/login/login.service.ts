import { Inject, Injectable } from '@nestjs/common';
import { LoginJwt } from '../../auth/jwt/login-jwt.js';
import { LocalUsersService } from '../../auth/local-users/local-users.service.js';
import { resourcesOf } from '../../auth/local-users/user-authority.js';
import { unauthorized } from '../../common/errors/api-error.js';
import { APP_CONFIG, ossSettings, type AppConfig } from '../../config/app-config.js';
import type { LoginRequest, LoginResponse } from './login.dto.js';

/** Exchanges a local user's password for a JWT (registry spec, oss mode). */
@Injectable()
export class LoginService {
  constructor(
    private readonly users: LocalUsersService,
    private readonly jwts: LoginJwt,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** @throws 401, the same for an unknown user, a disabled one and a wrong password. */
  async login({ username, password }: LoginRequest, signal: AbortSignal): Promise<LoginResponse> {
    const standing = await this.users.authenticate(username, password, signal);
    if (standing === undefined) throw unauthorized('wrong username or password');
    const jwt = await this.jwts.issue({
      username: standing.username,
      resources: resourcesOf(standing),
      orgs: standing.orgs,
    });
    return { access_token: jwt, token_type: 'Bearer', expires_in: ossSettings(this.config).tokenTtl };
  }
}
