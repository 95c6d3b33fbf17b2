import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Passport } from 'passport';
import { asError } from '../common/errors/as-error.js';
import { unauthorized } from '../common/errors/unauthorized.js';
import { authorizationOf } from '../common/http/authorization-header.js';
import { APP_CONFIG, type AppConfig } from '../config/app-config.js';
import { accessRuleOf } from './access.decorator.js';
import { Authenticator } from './authenticator.js';
import { setPrincipal } from './current-principal.js';
import { CredentialStrategy } from './passport/credential.strategy.js';
import { apiTokenCredential, basicCredential, bearerCredential } from './passport/header-credentials.js';
import type { Principal } from './principal.js';

/**
 * Turns the Authorization header into the request's principal. No header leaves the caller anonymous; a header that
 * does not hold is 401, also where the public may read: whoever sends credentials means them. Open operations look at
 * no header, so that a client can log in again while it still sends the token that has expired.
 */
@Injectable()
export class AuthenticationGuard implements CanActivate {
  private readonly passport = new Passport();
  private readonly strategies: readonly string[];

  constructor(authenticator: Authenticator, @Inject(APP_CONFIG) config: AppConfig) {
    const strategies = [
      new CredentialStrategy('jwt', bearerCredential, (jwt) => authenticator.byJwt(jwt)),
      new CredentialStrategy('api-token', apiTokenCredential, (token) => authenticator.byApiToken(token)),
      ...(config.auth.mode === 'oss' && config.auth.enableBasic
        ? [
            new CredentialStrategy('basic', basicCredential, (credential, { deadline }) =>
              authenticator.byPassword(credential, deadline),
            ),
          ]
        : []),
    ];
    for (const strategy of strategies) this.passport.use(strategy);
    this.strategies = strategies.map(({ name }) => name);
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const rule = accessRuleOf(context.getHandler());
    if (rule?.kind === 'open' || rule?.kind === 'elsewhere') return true;
    const req = context.switchToHttp().getRequest<Request>();
    if (authorizationOf(req) === undefined) return true;
    setPrincipal(req, await this.authenticate(req, context.switchToHttp().getResponse<Response>()));
    return true;
  }

  private authenticate(req: Request, res: Response): Promise<Principal> {
    return new Promise((resolve, reject) => {
      const done = (error: unknown, principal?: Principal | false): void => {
        if (error !== null && error !== undefined) reject(asError(error));
        else if (principal === undefined || principal === false) reject(unauthorized());
        else resolve(principal);
      };
      const authenticate = this.passport.authenticate([...this.strategies], { session: false }, done) as (
        req: Request,
        res: Response,
        next: (error?: unknown) => void,
      ) => void;
      authenticate(req, res, reject);
    });
  }
}
