import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { ApiError } from '../../../common/errors/api-error.js';
import { unauthorized } from '../../../common/errors/unauthorized.js';
import { authorizationOf } from '../../../common/http/authorization-header.js';
import { HostCookies, readCookies, SESSION_COOKIE } from '../../../common/http/host-cookies.js';
import { APP_CONFIG, type AppConfig } from '../../../config/app-config.js';
import { UserTokens } from '../identity/user-tokens.js';
import { isServiceToken } from '../service-tokens/service-token-secret.js';
import { ServiceTokenUses } from '../service-tokens/service-token-uses.service.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { ANONYMOUS_CALLER, type HubPrincipal } from '../../../auth/hub/hub-principal.js';
import { mayUseCookies } from '../../../common/http/same-origin.js';

const BEARER = /^Bearer +(\S+)$/i;

/** Authenticates requests (hub contract 23). */
@Injectable()
export class HubAuthenticator {
  private readonly origin: string;
  private readonly cookies: HostCookies;

  constructor(
    private readonly users: UserTokens,
    private readonly tokens: ServiceTokenUses,
    private readonly sessions: SessionsService,
    @Inject(APP_CONFIG) config: AppConfig,
  ) {
    const { publicUrl } = config.http;
    this.origin = new URL(publicUrl).origin;
    this.cookies = new HostCookies(publicUrl);
  }

  /**
   * The caller of a request, by its Authorization header or else by its session. @throws 401 for an invalid header, 403
   * for a session in a request that may come from another site's page
   */
  async of(req: Pick<Request, 'method' | 'headers' | 'rawHeaders'>): Promise<HubPrincipal> {
    const authorization = authorizationOf(req);
    return authorization === undefined ? this.bySession(req) : this.byHeader(authorization);
  }

  /**
   * The caller of a request by its session alone. An expired session is anonymous: browsers also send cookies to routes
   * that are open to everybody. @throws 403 as above
   */
  async bySession(req: Pick<Request, 'method' | 'headers'>): Promise<HubPrincipal> {
    const session = this.cookies.valueIn(readCookies(req.headers.cookie), SESSION_COOKIE);
    if (session === undefined) return ANONYMOUS_CALLER;
    if (!mayUseCookies(req, this.origin)) {
      throw new ApiError('forbidden', 'Origin must be that of the service in requests with a session');
    }
    return (await this.sessions.callerOf(session)) ?? ANONYMOUS_CALLER;
  }

  private async byHeader(authorization: string): Promise<HubPrincipal> {
    const credential = BEARER.exec(authorization)?.[1];
    if (credential === undefined) throw unauthorized();
    const principal = isServiceToken(credential)
      ? await this.tokens.callerOf(credential)
      : await this.users.byJwt(credential);
    if (principal === undefined) throw unauthorized();
    return principal;
  }
}
