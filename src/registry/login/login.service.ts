import { Inject, Injectable } from '@nestjs/common';
import { Authenticator } from '../../auth/authenticator.js';
import { unauthorized } from '../../common/errors/api-error.js';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import type { LoginRequest, LoginResponse } from './login.dto.js';

/** Exchanges a local user's password for a JWT (registry spec, oss mode). */
@Injectable()
export class LoginService {
  constructor(
    private readonly authenticator: Authenticator,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** @throws 401, the same for an unknown user, a disabled one and a wrong password. */
  async login({ username, password }: LoginRequest): Promise<LoginResponse> {
    const jwt = await this.authenticator.login(username, password);
    if (jwt === undefined) throw unauthorized('wrong username or password');
    return { access_token: jwt, token_type: 'Bearer', expires_in: this.config.auth.oss.tokenTtl };
  }
}
