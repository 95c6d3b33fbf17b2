import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Passport } from 'passport';
import { Strategy } from 'passport-strategy';
import { asError } from '../../common/errors/as-error.js';
import { unauthorized } from '../../common/errors/unauthorized.js';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import { Authenticator, type PasswordCredential } from './authenticator.js';
import type { RegistryPrincipal } from './registry-principal.js';
import { parseTokenCredential, type TokenCredential } from '../api-tokens/api-token-secret.js';

const SCHEME = /^([A-Za-z]+) +(\S+)$/;

const credentialsOf = (req: Request, scheme: string): string | undefined => {
  const [, given, credentials] = SCHEME.exec(req.headers.authorization ?? '') ?? [];
  return given?.toLowerCase() === scheme ? credentials : undefined;
};

/** `Authorization: Bearer <jwt>` */
const bearerCredential = (req: Request): string | undefined => credentialsOf(req, 'bearer');

/** `Authorization: Token <token_id>:<secret>` */
function apiTokenCredential(req: Request): TokenCredential | undefined {
  const text = credentialsOf(req, 'token');
  return text === undefined ? undefined : parseTokenCredential(text);
}

/** `Authorization: Basic <base64 of username:password>` (RFC 7617). */
function basicCredential(req: Request): PasswordCredential | undefined {
  const text = credentialsOf(req, 'basic');
  if (text === undefined) return undefined;
  const decoded = Buffer.from(text, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  if (colon === -1) return undefined;
  return { username: decoded.slice(0, colon), password: decoded.slice(colon + 1) };
}

/**
 * A Passport strategy for one form of the Authorization header. `extract` returns the credential if the header has that
 * form; `verify` resolves to the principal or rejects.
 */
class CredentialStrategy<T> extends Strategy {
  constructor(
    readonly name: string,
    private readonly extract: (req: Request) => T | undefined,
    private readonly verify: (credential: T, req: Request) => Promise<RegistryPrincipal>,
  ) {
    super();
  }

  override authenticate(req: Request): void {
    const credential = this.extract(req);
    if (credential === undefined) {
      this.fail(401);
      return;
    }
    this.verify(credential, req).then(
      (principal) => this.success(principal),
      (error: unknown) => this.error(error as Error),
    );
  }
}

/**
 * Turns the Authorization header of a request into a principal of the registry, with a Passport strategy for each form.
 */
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

  /** @throws 401 for an invalid header */
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
