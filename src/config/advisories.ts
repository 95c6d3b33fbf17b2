import { optional } from './config-key.js';
import type { ConfigReader } from './config-reader.js';
import { webUrl, type ValueParser } from './value-parsers.js';

const MAX_ADDRESSES = 20;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

const isAddress = (text: string): boolean => {
  if (!('value' in webUrl(text))) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || LOOPBACK.test(hostname);
};

/** Addresses of exports, separated by commas. */
const exportAddresses: ValueParser<readonly string[]> = (given) => {
  const value = [...new Set(given.split(',').map((item) => item.trim()))];
  return value.length <= MAX_ADDRESSES && value.every(isAddress)
    ? { value }
    : {
        must: `be at most ${MAX_ADDRESSES} https:// addresses without user and password, separated by commas`,
      };
};

export const ADVISORY_KEYS = {
  advisories_url: optional(
    exportAddresses,
    'none are fetched',
    'Addresses of advisories in OSV format (zip), separated by commas; fetched daily. They may be of a mirror in a private network.',
  ),
};

/** The addresses of the exports of advisories to fetch. */
export const advisoryAddresses = (reader: ConfigReader): readonly string[] =>
  reader.of(ADVISORY_KEYS).read('advisories_url') ?? [];
