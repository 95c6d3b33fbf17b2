import { confidential, key, optional } from './config-key.js';
import type { ConfigReader } from './config-reader.js';
import { matching, url } from './value-parsers.js';

const isPrefix = (text: string): boolean => /^[\w-]{1,64}$/.test(text);

export const REDIS_KEYS = {
  redis_url: confidential(
    optional(
      url('redis', 'rediss'),
      'none: each server has its own timer and counts requests separately',
      'Redis 7 or newer, through which several servers share recurring jobs and count requests together; rediss:// uses TLS.',
    ),
  ),
  redis_prefix: key(
    matching(isPrefix, 'must be 1 to 64 letters, digits, underscores or hyphens'),
    'mcp-hub',
    'Prefix of every key in Redis; installations that share a Redis need different ones.',
  ),
};

/** The Redis that servers share. */
export interface RedisSettings {
  readonly url: string;
  /** Prefix of every key. */
  readonly prefix: string;
}

/** Undefined if not configured. */
export function redisSettings(reader: ConfigReader): RedisSettings | undefined {
  const { read } = reader.of(REDIS_KEYS);
  const url = read('redis_url');
  return url === undefined ? undefined : { url, prefix: read('redis_prefix') };
}
