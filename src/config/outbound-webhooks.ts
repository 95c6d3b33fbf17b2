import { hkdfSync } from 'node:crypto';
import { confidential, optional } from './config-key.js';
import type { ConfigReader } from './config-reader.js';
import type { SecretSource } from './generated-secret.js';
import { secret, url, type ValueParser } from './value-parsers.js';

const MAX_ORIGINS = 50;
const SECRET_KEY = 'outbound_webhooks.secret_key';

const origins: ValueParser<readonly string[]> = (given) => {
  const items = given.split(',').map((item) => item.trim());
  const isOrigin = (item: string): boolean =>
    'value' in url('https', 'http')(item) && new URL(item).origin === item;
  return items.length <= MAX_ORIGINS && items.every(isOrigin)
    ? { value: [...new Set(items)] }
    : {
        must: `be at most ${MAX_ORIGINS} origins such as https://siem.internal:8443, without a path or slash at the end, separated by commas`,
      };
};

export const OUTBOUND_WEBHOOK_KEYS = {
  [SECRET_KEY]: confidential(
    optional(
      secret(32),
      'generated into data_dir; in production, organizations cannot create webhooks without it',
      'Encrypts the stored signing secrets of organizations’ webhooks; the same for all servers. After a change, each secret must be rotated.',
    ),
  ),
  'outbound_webhooks.trusted_origins': optional(
    origins,
    'none: https and public addresses only',
    'Origins to which organizations may also send events over http or to private addresses, separated by commas.',
  ),
};

/** How events are sent to the webhooks of organizations. */
export interface OutboundWebhookSettings {
  /** 32 bytes as base64url that encrypt the secrets. Absent: there can be no webhooks. */
  readonly secretKey?: string;
  readonly trustedOrigins: readonly string[];
}

/** @param mayEmbed whether a generated key is acceptable */
export function outboundWebhookSettings(
  reader: ConfigReader,
  secretOf: SecretSource,
  mayEmbed: boolean,
): OutboundWebhookSettings {
  const { read } = reader.of(OUTBOUND_WEBHOOK_KEYS);
  const given = read(SECRET_KEY) ?? (mayEmbed ? secretOf('outbound_webhooks_secret_key') : undefined);
  return {
    ...(given !== undefined && {
      secretKey: Buffer.from(hkdfSync('sha256', given, '', 'mcp-hub webhook secrets', 32)).toString(
        'base64url',
      ),
    }),
    trustedOrigins: read('outbound_webhooks.trusted_origins') ?? [],
  };
}
