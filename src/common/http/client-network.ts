import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * The rate limit key of requests without credentials: an IPv4 address, or the first 64 bits of an IPv6 address, because
 * a single subscriber has a whole /64 (hub contract 16).
 */
export function clientNetwork(address: string): string {
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return plain;
  const parsed = ipaddr.IPv6.parse(plain);
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  const network = parsed.parts.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}
