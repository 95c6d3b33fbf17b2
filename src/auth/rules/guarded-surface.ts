import type { Request, RequestHandler, Response } from 'express';
import type { ApiSurface } from '../../common/http/api-surface.js';
import type { AccessRule } from './access-rule.js';

/**
 * Admission of requests to one API. An implementation knows the rules of its own API only: `RouteRules` ensures at start
 * that its routes have no others.
 */
export interface SurfaceAccess {
  /**
   * Authenticates the caller of a request and checks the rule of its route.
   * @throws 401, 403, 404 and 429 as the API's contract says
   */
  admit(rule: AccessRule, req: Request, res: Response): void | Promise<void>;

  /**
   * Checks the rule again with the caller's current authority, if the body had not arrived when the request was
   * admitted: the caller may have lost it while the body was read. @throws as `admit`
   */
  readmit(rule: AccessRule, req: Request): void | Promise<void>;
}

/** An API surface with its rate limiting, authentication and authorization. */
export interface GuardedSurface extends ApiSurface {
  readonly access: SurfaceAccess;
  /** Counts a request before routing, and so every request. Absent if nothing is counted. */
  readonly enter?: RequestHandler;
}
