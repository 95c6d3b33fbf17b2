import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { ApiError } from '../../common/errors/api-error.js';
import { runFrom, type RequestOrigin } from '../audit/request-origin.js';
import { RateLimiter } from '../rate-limit/rate-limiter.js';
import type { Rate } from '../rate-limit/rate.js';
import { setCaller } from './caller.js';
import { HubAuthenticator } from './hub-authenticator.js';
import { ANONYMOUS, type HubPrincipal } from './hub-principal.js';

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
      runFrom(originOf(req), () => {
        this.enter(req, res).then(() => next(), next);
      });
    };
  }

  /** The same for the pages of a sign-in, which nobody has credentials for: they are counted by address, on their own. */
  pagesHandler(): RequestHandler {
    return (req: Request, _res: Response, next: NextFunction) => {
      runFrom(originOf(req), () => {
        this.rates.countSignIn(req.ip ?? '').then((rate) => {
          setCaller(req, { principal: ANONYMOUS, rate });
          next();
        }, next);
      });
    };
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
    setCaller(req, { principal, rate });
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

const originOf = ({ ip, headers }: Request): RequestOrigin => ({
  ipAddress: ip ?? '',
  userAgent: headers['user-agent'] ?? '',
});

function setHeaders(res: Response, { limit, remaining, resetAt }: Rate): void {
  res.setHeader('X-RateLimit-Limit', limit);
  res.setHeader('X-RateLimit-Remaining', remaining);
  res.setHeader('X-RateLimit-Reset', resetAt);
}
