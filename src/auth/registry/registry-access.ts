import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ApiError, forbidden } from '../../common/errors/api-error.js';
import { unauthorized } from '../../common/errors/unauthorized.js';
import { authorizationOf } from '../../common/http/authorization-header.js';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import type { OpenRule, RegistryRule, RuleOf } from '../rules/access-rule.js';
import { keepCheck } from '../rules/admission.js';
import { principalOf, setPrincipal } from '../rules/current-principal.js';
import type { SurfaceAccess } from '../rules/guarded-surface.js';
import { RegistryCredentials } from './registry-credentials.js';
import { RegistryPrincipal } from './registry-principal.js';
import { requestedResource } from '../rules/requested-resource.js';

/** How callers of the registry get a credential; appended to error messages. */
export const whereToSignIn = (auth: AppConfig['auth']): string =>
  auth.mode === 'oss'
    ? 'log in with POST /v1/auth/login, or send an API token'
    : `get a token for the audience ${auth.audience} from ${auth.issuer}, or send an API token`;

const satisfies = (principal: RegistryPrincipal, rule: RuleOf<'scope'>, req: Request): boolean => {
  const { anyOf, resource: template } = rule;
  if (template === undefined) return anyOf.some((scope) => principal.scopes.has(scope));
  const resource = requestedResource(template, req);
  return anyOf.some((scope) => principal.can(scope, resource));
};

/**
 * Admission to the registry: 401 for an invalid header, even where anonymous access is allowed (credentials are sent on
 * purpose), and for a missing one where the rule requires authentication; 403 without the scope or resource. Open
 * operations ignore the header, so that a client can log in again while it still sends an expired token.
 */
@Injectable()
export class RegistryAccess implements SurfaceAccess {
  /** Requests that were admitted before their bodies had arrived. */
  private readonly waiting = new WeakSet<Request>();

  constructor(
    private readonly credentials: RegistryCredentials,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  admit(rule: OpenRule | RegistryRule, req: Request, res: Response): void | Promise<void> {
    if (rule.kind === 'open') {
      this.requireMode(rule.mode);
      return;
    }
    if (authorizationOf(req) === undefined) {
      this.authorize(rule, RegistryPrincipal.ANONYMOUS, req);
      return;
    }
    return this.credentials.authenticate(req, res).then((principal) => {
      setPrincipal(req, principal);
      this.authorize(rule, principal, req);
      if (!req.complete) this.waiting.add(req);
    });
  }

  /** Reads the caller's authority again; the credential itself, such as a password, is not verified again. */
  async readmit(rule: OpenRule | RegistryRule, req: Request): Promise<void> {
    const principal = this.waiting.has(req) ? principalOf(req) : undefined;
    if (rule.kind === 'open' || !(principal instanceof RegistryPrincipal)) return;
    const renewed = await principal.renew();
    this.authorize(rule, renewed, req);
    setPrincipal(req, renewed);
  }

  private authorize(rule: RegistryRule, principal: RegistryPrincipal, req: Request): void {
    if (rule.kind === 'scope' && rule.publicWhen !== undefined && this.config.public[rule.publicWhen]) return;
    if (principal.isAnonymous) throw unauthorized('missing');
    const check = (caller: RegistryPrincipal): void => {
      if (rule.kind === 'scope' && !satisfies(caller, rule, req))
        throw forbidden({ scope: rule.anyOf.join(' or ') });
    };
    check(principal);
    keepCheck(principal, check);
  }

  private requireMode(mode: string | undefined): void {
    if (mode === undefined || mode === this.config.auth.mode) return;
    throw new ApiError(
      'not_implemented',
      `this exists in ${mode} mode only; ${whereToSignIn(this.config.auth)}`,
    );
  }
}
