import ipaddr from 'ipaddr.js';

/** The addresses that a connection may go to. */
export type AddressScope = 'public' | 'loopback' | 'public or loopback' | 'any';

// All other IPv6 space is reserved or has a special purpose (RFC 4291, 2.4), whether ipaddr.js knows the range or not.
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an IP address is one of the public internet. Private, loopback, link-local, multicast, shared (RFC 6598),
 * unique local, documentation and reserved addresses are not, nor are IPv6 addresses that stand for an IPv4 address
 * (mapped, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST);
}

/** Whether an IP address is 127.0.0.0/8 or ::1. */
export const isLoopbackAddress = (text: string): boolean =>
  ipaddr.isValid(text) && ipaddr.parse(text).range() === 'loopback';

/** Whether a connection with that scope may go to an IP address. */
export function isInScope(address: string, scope: AddressScope): boolean {
  switch (scope) {
    case 'any':
      return ipaddr.isValid(address);
    case 'public':
      return isPublicAddress(address);
    case 'loopback':
      return isLoopbackAddress(address);
    case 'public or loopback':
      return isPublicAddress(address) || isLoopbackAddress(address);
  }
}
