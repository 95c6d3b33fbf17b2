import { key } from './config-key.js';
import type { ConfigReader } from './config-reader.js';
import { integer } from './value-parsers.js';

const requests = integer(1, 1_000_000);

export const RATE_LIMIT_KEYS = {
  'rate_limit.anonymous': key(requests, 15, 'Requests per minute from one address without credentials.'),
  'rate_limit.free': key(requests, 30, 'Requests per minute of a user on the Free plan.'),
  'rate_limit.pro': key(requests, 300, 'Requests per minute on the Pro plan.'),
  'rate_limit.enterprise': key(
    requests,
    5000,
    'Requests per minute on the Enterprise plan, unless the organization has its own limit.',
  ),
  'rate_limit.organization_factor': key(
    integer(1, 1000),
    5,
    'How many times the requests of one service token all tokens of an organization may make together.',
  ),
  'rate_limit.grc': key(requests, 100, 'Requests per minute of one token to the GRC API.'),
};

/** Requests per minute. */
export interface RateLimitSettings {
  readonly anonymous: number;
  readonly free: number;
  readonly pro: number;
  readonly enterprise: number;
  readonly organizationFactor: number;
  readonly grc: number;
}

export function rateLimitSettings(reader: ConfigReader): RateLimitSettings {
  const { read } = reader.of(RATE_LIMIT_KEYS);
  return {
    anonymous: read('rate_limit.anonymous'),
    free: read('rate_limit.free'),
    pro: read('rate_limit.pro'),
    enterprise: read('rate_limit.enterprise'),
    organizationFactor: read('rate_limit.organization_factor'),
    grc: read('rate_limit.grc'),
  };
}
