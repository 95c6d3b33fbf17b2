import { optional } from './config-key.js';
import type { ConfigReader } from './config-reader.js';
import { webUrl, type ValueParser } from './value-parsers.js';

const MAX_ADDRESSES = 20;
const MAX_LENGTH = 500;

/** Logs and lists name the address, so that it must have no secret in a query either. */
const isAddress = (text: string): boolean =>
  text.length <= MAX_LENGTH && 'value' in webUrl(text) && !/[?#]/.test(text);

/** Addresses of exports, separated by commas. */
const exportAddresses: ValueParser<readonly string[]> = (given) => {
  const value = [...new Set(given.split(',').map((item) => item.trim()))];
  return value.length <= MAX_ADDRESSES && value.every(isAddress)
    ? { value }
    : {
        must: `be at most ${MAX_ADDRESSES} URLs of ${MAX_LENGTH} characters, separated by commas, that begin with https:// or http:// and have no user, password, query or fragment`,
      };
};

export const ADVISORY_KEYS = {
  advisories_url: optional(
    exportAddresses,
    'none are fetched',
    'URLs of advisories in OSV format (ZIP), separated by commas; fetched daily. They may be of a mirror in a private network.',
  ),
};

/** The addresses of the exports of advisories to fetch. */
export const advisoryAddresses = (reader: ConfigReader): readonly string[] =>
  reader.of(ADVISORY_KEYS).read('advisories_url') ?? [];
