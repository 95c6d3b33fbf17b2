import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { ApiError, forbidden } from '../common/errors/api-error.js';
import { unauthorized } from '../common/errors/unauthorized.js';
import { APP_CONFIG, type AppConfig } from '../config/app-config.js';
import type { AccessRule } from './access-rule.js';
import { accessRuleOf } from './access.decorator.js';
import { principalOf } from './current-principal.js';
import type { Principal } from './principal.js';
import { requestedResource } from './requested-resource.js';
import { whereToSignIn } from './where-to-sign-in.js';

type ScopeRule = Extract<AccessRule, { kind: 'scope' }>;

const satisfies = (principal: Principal, rule: ScopeRule, req: Request): boolean => {
  const { anyOf, resource: template } = rule;
  if (template === undefined) return anyOf.some((scope) => principal.scopes.has(scope));
  const resource = requestedResource(template, req);
  return anyOf.some((scope) => principal.can(scope, resource));
};

/** Enforces the `@Access` rule of the handler: 401 without authentication, 403 without the scope or resource. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(@Inject(APP_CONFIG) private readonly config: AppConfig) {}

  canActivate(context: ExecutionContext): boolean {
    const rule = accessRuleOf(context.getHandler());
    if (rule === undefined) throw new Error(`${context.getHandler().name} has no @Access rule`);
    if (rule.kind === 'elsewhere') return true;
    if (rule.kind === 'open') return this.exists(rule.mode);
    if (rule.kind === 'scope' && rule.publicWhen !== undefined && this.config.public[rule.publicWhen])
      return true;

    const req = context.switchToHttp().getRequest<Request>();
    const principal = principalOf(req);
    if (principal.isAnonymous) throw unauthorized('missing');
    if (rule.kind !== 'scope') return true;
    const check = (caller: Principal): void => {
      if (!satisfies(caller, rule, req)) throw forbidden({ scope: rule.anyOf.join(' or ') });
    };
    check(principal);
    principal.admittedBy(check);
    return true;
  }

  private exists(mode: string | undefined): true {
    if (mode === undefined || mode === this.config.auth.mode) return true;
    throw new ApiError(
      'not_implemented',
      `this exists in ${mode} mode only; ${whereToSignIn(this.config.auth)}`,
    );
  }
}
