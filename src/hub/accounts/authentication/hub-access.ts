import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { HubRule, OpenRule } from '../../../auth/rules/access-rule.js';
import { keepCheck } from '../../../auth/rules/admission.js';
import { principalOf, setPrincipal } from '../../../auth/rules/current-principal.js';
import type { SurfaceAccess } from '../../../auth/rules/guarded-surface.js';
import { checkHubAccess } from '../../../auth/hub/hub-access-check.js';
import type { HubPrincipal } from '../../../auth/hub/hub-principal.js';
import { requireRate } from '../../../auth/rules/rate.js';
import { RegistryPrincipal } from '../../../auth/registry/registry-principal.js';
import { canonicalUuid } from '../../../common/values/uuid.js';
import { HubAuthenticator } from './hub-authenticator.js';

const organizationOf = (req: Request): string => canonicalUuid(String(req.params['orgId']));

/**
 * Authorization for the hub. `HubEntry` has already authenticated the caller and counted the request (ADR 16); here the
 * rule of the route is checked, then the caller's rate limit (hub contract 23): 401, 404 for an organization the caller
 * is not a member of, 403, 403 for the plan, 429.
 */
@Injectable()
export class HubAccess implements SurfaceAccess {
  /** Requests that were admitted before their bodies had arrived. */
  private readonly waiting = new WeakSet<Request>();

  constructor(private readonly authenticator: HubAuthenticator) {}

  admit(rule: OpenRule | HubRule, req: Request): void {
    if (rule.kind !== 'open') authorize(rule, hubPrincipalOf(req), req);
    requireRate(req);
    if (!req.complete) this.waiting.add(req);
  }

  async readmit(rule: OpenRule | HubRule, req: Request): Promise<void> {
    if (rule.kind === 'open' || !this.waiting.has(req)) return;
    const principal = await this.authenticator.of(req);
    authorize(rule, principal, req);
    setPrincipal(req, principal);
  }
}

function authorize(rule: HubRule, principal: HubPrincipal, req: Request): void {
  const orgId = organizationOf(req);
  checkHubAccess(rule, principal, orgId);
  if (principal.kind !== 'anonymous') keepCheck(principal, (caller) => checkHubAccess(rule, caller, orgId));
}

function hubPrincipalOf(req: Request): HubPrincipal {
  const principal = principalOf(req);
  if (principal === undefined || principal instanceof RegistryPrincipal)
    throw new Error('the request did not pass through HubEntry');
  return principal;
}
