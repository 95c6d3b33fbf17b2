import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { ApiError, forbidden, unauthorized } from '../common/errors/api-error.js';
import { APP_CONFIG, type AppConfig } from '../config/app-config.js';
import { accessRuleOf, type AccessRule } from './access.decorator.js';
import { principalOf } from './current-principal.js';
import type { Principal } from './principal.js';
import { requestedResource } from './requested-resource.js';

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
    if (principal.isAnonymous) throw unauthorized();
    if (rule.kind === 'scope' && !satisfies(principal, rule, req))
      throw forbidden({ scope: rule.anyOf.join(' or ') });
    return true;
  }

  private exists(mode: string | undefined): true {
    if (mode === undefined || mode === this.config.auth.mode) return true;
    throw new ApiError('not_implemented', `this exists in ${mode} mode only`);
  }
}
