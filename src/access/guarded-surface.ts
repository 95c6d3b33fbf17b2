import type { Request, RequestHandler, Response } from 'express';
import type { ApiSurface } from '../common/http/api-surface.js';
import type { AccessRule } from './access-rule.js';

/** How one API lets requests in. */
export interface SurfaceAccess {
  /**
   * Authenticates the caller of a request and lets them in by the rule of its route.
   * @throws 401, 403, 404 and 429 as the API's contract says
   */
  admit(rule: AccessRule, req: Request, res: Response): void | Promise<void>;

  /**
   * Checks the rule once more, where the caller may have lost rights while the body was waited for. Absent where every
   * change does so itself. @throws as `admit`
   */
  readmit?(rule: AccessRule, req: Request): void | Promise<void>;
}

/** An API with the way in: how it counts, authenticates and authorizes. */
export interface GuardedSurface extends ApiSurface {
  readonly access: SurfaceAccess;
  /** Runs before a route is looked for, and so for every request: counts it. Absent where nothing is counted. */
  readonly enter?: RequestHandler;
}
