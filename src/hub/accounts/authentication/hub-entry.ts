import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { ApiError } from '../../../common/errors/api-error.js';
import { RateLimiter } from '../../platform/rate-limit/rate-limiter.js';
import { setRate, type Rate } from '../../../auth/rules/rate.js';
import { setPrincipal } from '../../../auth/rules/current-principal.js';
import { HubAuthenticator } from './hub-authenticator.js';
import { ANONYMOUS_CALLER, type HubPrincipal } from '../../../auth/hub/hub-principal.js';

const WEBHOOKS = '/api/v1/webhooks/';
const UPLOADS = '/api/v1/uploads/';

/**
 * Runs for every request under `/api/v1` before routing: authenticates the caller, counts the request and sets the rate
 * headers, so that they are on every response, including those for unknown paths. Authorization follows later, by the
 * route's rule.
 */
@Injectable()
export class HubEntry {
  constructor(
    private readonly authenticator: HubAuthenticator,
    private readonly rates: RateLimiter,
  ) {}

  handler(): RequestHandler {
    return this.entering((caller, req) =>
      caller.kind === 'anonymous' ? this.countAnonymous(req) : this.rates.count(caller, addressOf(req)),
    );
  }

  /** Like `handler`, for the GRC API, which counts in its own way. */
  grcHandler(): RequestHandler {
    return this.entering((caller, req) => this.rates.countGrc(caller, addressOf(req)));
  }

  /**
   * Like `handler`, for the sign-in pages: callers have no credentials, and requests are counted by address,
   * separately.
   */
  pagesHandler(): RequestHandler {
    return this.enteringWithoutCredentials((address) => this.rates.countSignIn(address));
  }

  /** Like `handler`, for lists of servers: callers have no credentials, and requests are counted by address, separately. */
  serverListsHandler(): RequestHandler {
    return this.enteringWithoutCredentials((address) => this.rates.countServerList(address));
  }

  /** Counts what never becomes a request for its sender's network. Returns the rate headers. */
  readonly brokenRequestHeaders = async (address: string): Promise<Readonly<Record<string, number>>> =>
    rateHeaders(await this.rates.count(ANONYMOUS_CALLER, address));

  private enteringWithoutCredentials(count: (address: string) => Promise<Rate>): RequestHandler {
    const enter = async (req: Request): Promise<void> => {
      setRate(req, await count(addressOf(req)));
      setPrincipal(req, ANONYMOUS_CALLER);
    };
    return (req: Request, _res: Response, next: NextFunction) => {
      enter(req).then(() => next(), next);
    };
  }

  private entering(count: (caller: HubPrincipal, req: Request) => Promise<Rate>): RequestHandler {
    const enter = async (req: Request, res: Response): Promise<void> => {
      const principal = await this.callerOf(req);
      // Requests with invalid credentials count for the address; the response is 401 even above the limit, because
      // the credential is checked before the rate (hub contract 23).
      const rate = await count(principal instanceof ApiError ? ANONYMOUS_CALLER : principal, req);
      setPrincipal(req, principal);
      setRate(req, rate);
      for (const [name, value] of Object.entries(rateHeaders(rate))) res.setHeader(name, value);
    };
    return (req: Request, res: Response, next: NextFunction) => {
      enter(req, res).then(() => next(), next);
    };
  }

  /** Other services and pushed bundles come without credentials; what they send authenticates them later. */
  private countAnonymous(req: Request): Promise<Rate> {
    const address = addressOf(req);
    if (req.path.startsWith(WEBHOOKS)) return this.rates.countWebhook(address);
    if (req.method === 'PUT' && req.path.startsWith(UPLOADS)) return this.rates.countUpload(address);
    return this.rates.count(ANONYMOUS_CALLER, address);
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

const addressOf = (req: Request): string => req.ip ?? '';

const rateHeaders = ({ limit, remaining, resetAt }: Rate) => ({
  'X-RateLimit-Limit': limit,
  'X-RateLimit-Remaining': remaining,
  'X-RateLimit-Reset': resetAt,
});
