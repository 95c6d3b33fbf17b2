import { Inject, Injectable } from '@nestjs/common';
import { Meters, type Counter } from '../../common/operation/meters.js';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import type { HubPrincipal, CallerOrganization } from '../../access/hub-principal.js';
import type { Plan } from '../../access/accounts.js';
import { clientNetwork } from '../../common/http/client-network.js';
import type { Rate } from '../../access/rate.js';
import { RequestCounter, type Quota } from '../../storage/counters/request-counter.js';

const MINUTE_MS = 60_000;
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
}

/** Counts the requests of each caller in a sliding window of one minute (hub contract 16). */
@Injectable()
export class RateLimiter {
  private readonly exceeded: Counter<typeof CALLERS>;
  private readonly limits: Readonly<Record<Plan | 'anonymous' | 'grc', number>>;

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
    this.limits = {
      anonymous: rateLimits.anonymous,
      FREE: rateLimits.free,
      PRO: rateLimits.pro,
      ENTERPRISE: rateLimits.enterprise,
      grc: rateLimits.grc,
    };
  }

  /**
   * Counts a request.
   * @param address the client's, which identifies anonymous callers
   */
  async count(principal: HubPrincipal, address: string): Promise<Rate> {
    const rate = await this.countIn(this.bucketOf(principal, address));
    const shared = this.sharedQuotaOf(principal);
    // Limits the GRC API only (hub contract 33).
    if (shared !== undefined && !rate.exceeded) await this.counter.hit(shared.key, quotaOf(shared));
    return rate;
  }

  /**
   * Counts a request to the GRC API: for the token, and within the quota of its organization, which all its tokens share
   * in both APIs (hub contract 33).
   * @param address the client's, which identifies anonymous callers
   * @returns the rate that leaves less
   */
  async countGrc(principal: HubPrincipal, address: string): Promise<Rate> {
    const shared = this.sharedQuotaOf(principal);
    if (principal.kind !== 'service_token' || shared === undefined) return this.count(principal, address);
    const own = await this.countIn({
      caller: 'grc_token',
      key: `grc:${principal.id}`,
      limit: this.limits.grc,
    });
    if (own.exceeded) return own;
    const ofOrganization = await this.countIn(shared);
    return ofOrganization.exceeded || ofOrganization.remaining < own.remaining ? ofOrganization : own;
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

  private async countIn(bucket: Bucket): Promise<Rate> {
    const { caller, key, limit } = bucket;
    const count = await this.counter.hit(key, quotaOf(bucket));
    if (!count.accepted) this.exceeded.add({ caller });
    return {
      limit,
      remaining: count.remaining,
      resetAt: Math.ceil((Date.now() + count.resetAfterMs) / 1000),
      exceeded: !count.accepted,
      retryAfterSeconds: Math.max(1, Math.ceil(count.retryAfterMs / 1000)),
    };
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

  /** The quota of an Enterprise organization; undefined for callers without one. */
  private sharedQuotaOf(principal: HubPrincipal): Bucket | undefined {
    if (principal.kind !== 'service_token' || principal.organization.plan !== 'ENTERPRISE') return undefined;
    const { organization } = principal;
    return {
      caller: 'organization',
      key: `organization:${organization.id}`,
      limit: this.limitOf(organization),
    };
  }

  private limitOf({ plan, apiCallsPerMin }: CallerOrganization): number {
    return plan === 'ENTERPRISE' ? (apiCallsPerMin ?? this.limits.ENTERPRISE) : this.limits[plan];
  }
}

const quotaOf = ({ limit }: Bucket): Quota => ({ limit, windowMs: MINUTE_MS });
