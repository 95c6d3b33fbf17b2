import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { ApiError } from '../../common/errors/api-error.js';
import { runFrom } from '../audit/request-origin.js';
import { RateLimiter } from '../rate-limit/rate-limiter.js';
import type { Rate } from '../rate-limit/rate.js';
import { setCaller } from './caller.js';
import { HubAuthenticator } from './hub-authenticator.js';
import { ANONYMOUS, type HubPrincipal } from './hub-principal.js';

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
      const origin = { ipAddress: req.ip ?? '', userAgent: req.headers['user-agent'] ?? '' };
      runFrom(origin, () => {
        this.enter(req, res).then(() => next(), next);
      });
    };
  }

  private async enter(req: Request, res: Response): Promise<void> {
    const principal = await this.callerOf(req);
    // Credentials that do not hold are those of nobody: guessing is limited by the address.
    const counted = principal instanceof ApiError ? ANONYMOUS : principal;
    const rate = await this.rates.count(counted, req.ip ?? '');
    setCaller(req, { principal, rate });
    setHeaders(res, rate);
  }

  private async callerOf({ headers }: Request): Promise<HubPrincipal | ApiError> {
    try {
      return await this.authenticator.byHeader(headers.authorization);
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
