import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import type { HubPrincipal, OrganizationStanding } from '../access/hub-principal.js';
import type { Plan } from '../access/plan.js';
import { clientNetwork } from './client-network.js';
import type { Rate } from './rate.js';
import { RequestCounter } from './request-counter.js';

const MINUTE_MS = 60_000;
const PAGES_OF_SIGN_IN = 8;

/** Whose requests are counted together, and how many a minute there may be. */
interface Bucket {
  readonly key: string;
  readonly limit: number;
}

/** Counts the requests of each caller by the minute (hub spec, Limits; decisions, hub 16). */
@Injectable()
export class RateLimiter {
  private readonly limits: Readonly<Record<Plan | 'anonymous', number>>;

  constructor(
    private readonly counter: RequestCounter,
    @Inject(APP_CONFIG) { rateLimits }: AppConfig,
  ) {
    this.limits = {
      anonymous: rateLimits.anonymous,
      FREE: rateLimits.free,
      PRO: rateLimits.pro,
      ENTERPRISE: rateLimits.enterprise,
    };
  }

  /** Counts a request. @param address of the client, for those who are nobody */
  count(principal: HubPrincipal, address: string): Promise<Rate> {
    return this.countIn(this.bucketOf(principal, address));
  }

  /** Counts a request for a page of a sign-in, which is some of them. @param address of the client */
  countSignIn(address: string): Promise<Rate> {
    const limit = this.limits.anonymous * PAGES_OF_SIGN_IN;
    return this.countIn({ key: `sign-in:${clientNetwork(address)}`, limit });
  }

  /** Counts a webhook: its sender has a few addresses for all that happens there, and need not repeat what is refused. */
  countWebhook(address: string): Promise<Rate> {
    return this.countIn({ key: `webhooks:${clientNetwork(address)}`, limit: this.limits.ENTERPRISE });
  }

  private async countIn({ key, limit }: Bucket): Promise<Rate> {
    const { hits, secondsLeft } = await this.counter.hit(key, MINUTE_MS);
    return {
      limit,
      remaining: Math.max(0, limit - hits),
      resetAt: Math.floor(Date.now() / 1000) + secondsLeft,
      secondsLeft,
      exceeded: hits > limit,
    };
  }

  private bucketOf(principal: HubPrincipal, address: string): Bucket {
    if (principal.kind === 'anonymous') {
      return { key: `network:${clientNetwork(address)}`, limit: this.limits.anonymous };
    }
    if (principal.kind === 'service_token') {
      return { key: `token:${principal.id}`, limit: this.limitOf(principal.organization) };
    }
    // The best of what the user has: their own plan, and those of the organizations that they work for.
    const own = [this.limits[principal.plan], ...principal.memberships.map((place) => this.limitOf(place))];
    return { key: `user:${principal.id}`, limit: Math.max(...own) };
  }

  private limitOf({ plan, apiCallsPerMin }: OrganizationStanding): number {
    return plan === 'ENTERPRISE' ? (apiCallsPerMin ?? this.limits.ENTERPRISE) : this.limits[plan];
  }
}
