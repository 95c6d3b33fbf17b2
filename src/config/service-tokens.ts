import { key } from './config-key.js';
import type { ConfigReader } from './config-reader.js';
import { integer } from './value-parsers.js';

// Ten years.
const LONGEST_DAYS = 3650;

export const SERVICE_TOKEN_KEYS = {
  max_token_days: key(
    integer(1, LONGEST_DAYS),
    1095,
    'Longest lifetime of a service token of an organization, in days. Tokens that exist already keep theirs.',
  ),
};

/** Bounds of service tokens. */
export interface ServiceTokenSettings {
  readonly maxDays: number;
}

export const serviceTokenSettings = (reader: ConfigReader): ServiceTokenSettings => ({
  maxDays: reader.of(SERVICE_TOKEN_KEYS).read('max_token_days'),
});
