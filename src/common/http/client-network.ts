import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * What requests without credentials are counted by: an IPv4 address, or the first 64 bits of an IPv6 one, because a
 * single subscriber has all the rest (hub contract 16).
 */
export function clientNetwork(address: string): string {
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return plain;
  const parsed = ipaddr.IPv6.parse(plain);
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  const network = parsed.parts.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}
