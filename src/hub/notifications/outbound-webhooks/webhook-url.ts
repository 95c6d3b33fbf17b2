import { isIP } from 'node:net';
import { isPublicAddress } from '@mcp-hub/sources';
import { isRepositoryUrl } from '../../../common/values/repository-url.js';

/** The rule in an error message. */
export const WEBHOOK_URL_RULE =
  'must be an https URL with a public host, without a user, a fragment or a parameter that looks like a credential, of at most 2048 printable ASCII characters';

// Names that no public name server answers for (RFC 6761, RFC 6762, RFC 8375, ICANN's .internal).
const PRIVATE_NAME = /(?:^|\.)(?:localhost|local|internal|home\.arpa)\.?$/;

/**
 * Whether events can be sent to `value`. The address behind the host is checked at each connection; this refuses what
 * can never be accepted.
 * @param trusted origins that the administrator has configured
 */
export function isWebhookUrl(value: unknown, trusted: ReadonlySet<string>): value is string {
  if (!isRepositoryUrl(value) || value.includes('#') || !URL.canParse(value)) return false;
  const { protocol, origin, hostname } = new URL(value);
  return trusted.has(origin) || (protocol === 'https:' && isPublicHost(hostname));
}

/** The parser has converted all notations of IPv4 addresses, such as `0x7f.1` and `2130706433`, to the usual one. */
function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) !== 0) return isPublicAddress(host);
  return host.replace(/\.$/, '').includes('.') && !PRIVATE_NAME.test(host);
}
