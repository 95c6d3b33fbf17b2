import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { ApiError } from '../../common/errors/api-error.js';
import { RateLimiter } from '../rate-limit/rate-limiter.js';
import { requireRate, setRate, type Rate } from '../../access/rate.js';
import { setPrincipal } from '../../access/current-principal.js';
import { HubAuthenticator } from './hub-authenticator.js';
import { ANONYMOUS, type HubPrincipal } from '../../access/hub-principal.js';

// Below the prefix of the hub.
const WEBHOOKS = '/webhooks/';

/**
 * What happens to every request under `/api/v1` before its route is looked for: the caller is made out, the request
 * counted, and the headers of the rate set, so that they are on every answer, that of an unknown path too. Whether the
 * caller may is decided later, by the route's rule.
 */
@Injectable()
export class HubEntry {
  constructor(
    private readonly authenticator: HubAuthenticator,
    private readonly rates: RateLimiter,
  ) {}

  handler(): RequestHandler {
    return (req: Request, res: Response, next: NextFunction) => {
      this.enter(req, res).then(() => next(), next);
    };
  }

  /** The same for the pages of a sign-in, which nobody has credentials for: they are counted by address, on their own. */
  pagesHandler(): RequestHandler {
    return (req: Request, _res: Response, next: NextFunction) => {
      this.enterPage(req, () => ANONYMOUS).then(() => next(), next);
    };
  }

  /** The same for the pages at these paths alone, whose users are those of their sessions. */
  sessionPagesHandler(paths: readonly string[]): RequestHandler {
    return (req: Request, _res: Response, next: NextFunction) => {
      if (!paths.includes(req.path)) {
        next();
        return;
      }
      this.enterPage(req, () => this.authenticator.bySession(req))
        // Sessions are not looked for above the rate: nobody is to be told to sign in for that.
        .then(() => requireRate(req))
        .then(() => next(), next);
    };
  }

  private async enterPage(req: Request, identify: () => HubPrincipal | Promise<HubPrincipal>): Promise<void> {
    const rate = await this.rates.countSignIn(req.ip ?? '');
    setRate(req, rate);
    setPrincipal(req, rate.exceeded ? ANONYMOUS : await identify());
  }

  private async enter(req: Request, res: Response): Promise<void> {
    const principal = await this.callerOf(req);
    // Credentials that do not hold are those of nobody, and count for the address; the answer is 401 all the same
    // (Validation order 3 before 6).
    const counted = principal instanceof ApiError ? ANONYMOUS : principal;
    const address = req.ip ?? '';
    const rate = req.path.startsWith(WEBHOOKS)
      ? await this.rates.countWebhook(address)
      : await this.rates.count(counted, address);
    setPrincipal(req, principal);
    setRate(req, rate);
    setHeaders(res, rate);
  }

  private async callerOf(req: Request): Promise<HubPrincipal | ApiError> {
    try {
      return await this.authenticator.of(req);
    } catch (error) {
      if (error instanceof ApiError) return error;
      throw error;
    }
  }
}

function setHeaders(res: Response, { limit, remaining, resetAt }: Rate): void {
  res.setHeader('X-RateLimit-Limit', limit);
  res.setHeader('X-RateLimit-Remaining', remaining);
  res.setHeader('X-RateLimit-Reset', resetAt);
}
