import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Surfaces } from '../../common/http/api-surface.js';
import { requestedRule } from './access.decorator.js';
import type { GuardedSurface } from './guarded-surface.js';

/** Enforces the `@Access` rule of the handler as its API defines: 401, 403, 404, 429. */
export class AccessGuard implements CanActivate {
  constructor(private readonly surfaces: Surfaces<GuardedSurface>) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const req = http.getRequest<Request>();
    await this.surfaces.of(req).access.admit(requestedRule(context), req, http.getResponse<Response>());
    return true;
  }
}

/**
 * Enforces the rule again after the body has been read, which happens after the guards (ADR 8): callers who are removed
 * or suspended while they send the body change nothing.
 */
export class ReadmissionGuard implements CanActivate {
  constructor(private readonly surfaces: Surfaces<GuardedSurface>) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const req = context.switchToHttp().getRequest<Request>();
    await this.surfaces.of(req).access.readmit(requestedRule(context), req);
    return true;
  }
}
