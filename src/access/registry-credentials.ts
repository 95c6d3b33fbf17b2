import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Passport } from 'passport';
import { asError } from '../common/errors/as-error.js';
import { unauthorized } from '../common/errors/unauthorized.js';
import { APP_CONFIG, type AppConfig } from '../config/app-config.js';
import { Authenticator } from './authenticator.js';
import { CredentialStrategy } from './passport/credential.strategy.js';
import { apiTokenCredential, basicCredential, bearerCredential } from './passport/header-credentials.js';
import type { RegistryPrincipal } from './registry-principal.js';

/** KeyedMutex the Authorization header of a request into a principal of the registry, by one Passport strategy for each form. */
@Injectable()
export class RegistryCredentials {
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

  /** @throws 401 for a header that does not hold */
  authenticate(req: Request, res: Response): Promise<RegistryPrincipal> {
    return new Promise((resolve, reject) => {
      const done = (error: unknown, principal?: RegistryPrincipal | false): void => {
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
