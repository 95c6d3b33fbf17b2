import { Inject, Injectable } from '@nestjs/common';
import { Meters, type Counter } from '../../../common/operation/meters.js';
import { MINUTE_MS } from '../../../common/values/durations.js';
import { APP_CONFIG, type AppConfig } from '../../../config/app-config.js';
import type { CallerOrganization, HubPrincipal, ServiceCaller } from '../../../auth/hub/hub-principal.js';
import type { Plan } from '../../../auth/accounts/accounts.js';
import { clientNetwork } from '../../../common/http/client-network.js';
import { currentTime } from '../../../common/values/clock.js';
import type { Rate } from '../../../auth/rules/rate.js';
import { RequestCounter, type Quota } from '../../../storage/counters/request-counter.js';

const PAGES_OF_SIGN_IN = 8;
// A client that gets 429 blocks every server, and all clients of a company may share one address.
const CLIENTS_OF_LISTS = 10;

const CALLERS = {
  caller: [
    'anonymous',
    'user',
    'service_token',
    'grc_token',
    'organization',
    'sign_in',
    'webhook',
    'upload',
    'server_list',
  ],
} as const;

/** A set of requests that are counted together, and their limit for each minute. */
interface Bucket {
  readonly caller: (typeof CALLERS.caller)[number];
  readonly key: string;
  readonly limit: number;
  /** Another limit that the same requests are counted for; `limit` if left out. */
  readonly smallestLimit?: number;
}

/** Counts the requests of each caller in a sliding window of one minute (hub contract 16). */
@Injectable()
export class RateLimiter {
  private readonly exceeded: Counter<typeof CALLERS>;
  private readonly limits: Readonly<Record<Plan | 'anonymous' | 'grc', number>>;
  private readonly organizationFactor: number;

  constructor(
    private readonly counter: RequestCounter,
    @Inject(APP_CONFIG) { rateLimits }: AppConfig,
    meters: Meters,
  ) {
    this.exceeded = meters.counter(
      'rate_limits_exceeded',
      'Requests beyond the rate of their caller',
      CALLERS,
    );
    this.organizationFactor = rateLimits.organizationFactor;
    this.limits = {
      anonymous: rateLimits.anonymous,
      FREE: rateLimits.free,
      PRO: rateLimits.pro,
      ENTERPRISE: rateLimits.enterprise,
      grc: rateLimits.grc,
    };
  }

  /**
   * Counts a request, of a service token also for its organization: all its tokens share a multiple of what one may make.
   * @param address the client's, which identifies anonymous callers
   * @returns the rate that leaves less
   */
  count(principal: HubPrincipal, address: string): Promise<Rate> {
    const own = this.bucketOf(principal, address);
    if (principal.kind !== 'service_token') return this.countIn(own);
    return this.countIn(own, this.sharedBucketOf(principal, this.organizationFactor));
  }

  /**
   * Counts a request to the GRC API: for the token, and within the quota of its organization, which all its tokens share
   * in both APIs (hub contract 33).
   * @param address the client's, which identifies anonymous callers
   * @returns the rate that leaves less
   */
  countGrc(principal: HubPrincipal, address: string): Promise<Rate> {
    if (principal.kind !== 'service_token' || principal.organization.plan !== 'ENTERPRISE') {
      return this.count(principal, address);
    }
    const own: Bucket = { caller: 'grc_token', key: `grc:${principal.id}`, limit: this.limits.grc };
    return this.countIn(own, this.sharedBucketOf(principal, 1));
  }

  /**
   * Counts a request for a sign-in page; one sign-in takes several.
   * @param address the client's
   */
  countSignIn(address: string): Promise<Rate> {
    const limit = this.limits.anonymous * PAGES_OF_SIGN_IN;
    return this.countIn({ caller: 'sign_in', key: `sign-in:${clientNetwork(address)}`, limit });
  }

  /**
   * Counts a webhook by its sender's network: a provider sends all its events from a few addresses, and may not
   * redeliver what is refused.
   */
  countWebhook(address: string): Promise<Rate> {
    return this.countIn({
      caller: 'webhook',
      key: `webhooks:${clientNetwork(address)}`,
      limit: this.limits.ENTERPRISE,
    });
  }

  /**
   * Counts the bytes of a pushed bundle by their sender's network: each URL works once and was counted for the caller who
   * asked for it, and pipelines share their addresses.
   */
  countUpload(address: string): Promise<Rate> {
    return this.countIn({
      caller: 'upload',
      key: `uploads:${clientNetwork(address)}`,
      limit: this.limits.ENTERPRISE,
    });
  }

  /** Counts a request for a list of servers by its sender's network: clients send no credentials. */
  countServerList(address: string): Promise<Rate> {
    return this.countIn({
      caller: 'server_list',
      key: `server-lists:${clientNetwork(address)}`,
      limit: this.limits.ENTERPRISE * CLIENTS_OF_LISTS,
    });
  }

  /** Counts a request in all buckets, or in none if it is beyond one of them. Returns the rate that leaves least. */
  private async countIn(...buckets: readonly [Bucket, ...Bucket[]]): Promise<Rate> {
    const hits = buckets.map((bucket) => ({ key: bucket.key, quota: quotaOf(bucket) }));
    const counts = await this.counter.hitAll(hits);
    const rates = buckets.map(({ caller, limit }, index) => {
      const { accepted = true, remaining = 0, resetAfterMs = 0, retryAfterMs = 0 } = counts[index] ?? {};
      if (!accepted) this.exceeded.add({ caller });
      return {
        limit,
        remaining,
        resetAt: Math.ceil((currentTime() + resetAfterMs) / 1000),
        exceeded: !accepted,
        retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs / 1000)),
      };
    });
    return rates.reduce((least, rate) => (leavesLess(rate, least) ? rate : least));
  }

  private bucketOf(principal: HubPrincipal, address: string): Bucket {
    if (principal.kind === 'anonymous') {
      return { caller: 'anonymous', key: `network:${clientNetwork(address)}`, limit: this.limits.anonymous };
    }
    if (principal.kind === 'service_token') {
      const limit = this.limitOf(principal.organization);
      return { caller: 'service_token', key: `token:${principal.id}`, limit };
    }
    // The highest of the user's limits: that of their own plan and those of their organizations.
    const own = [
      this.limits[principal.plan],
      ...principal.memberships.map((membership) => this.limitOf(membership)),
    ];
    return { caller: 'user', key: `user:${principal.id}`, limit: Math.max(...own) };
  }

  /** What the tokens of an organization share: a multiple of its requests per minute. */
  private sharedBucketOf({ organization }: ServiceCaller, factor: number): Bucket {
    const smallestLimit = this.limitOf(organization);
    const limit = smallestLimit * factor;
    return { caller: 'organization', key: `organization:${organization.id}`, limit, smallestLimit };
  }

  private limitOf({ plan, apiCallsPerMin }: CallerOrganization): number {
    return plan === 'ENTERPRISE' ? (apiCallsPerMin ?? this.limits.ENTERPRISE) : this.limits[plan];
  }
}

const quotaOf = ({ limit, smallestLimit = limit }: Bucket): Quota => ({
  limit,
  smallestLimit,
  windowMs: MINUTE_MS,
});

const leavesLess = (rate: Rate, other: Rate): boolean =>
  rate.exceeded === other.exceeded ? rate.remaining < other.remaining : rate.exceeded;
