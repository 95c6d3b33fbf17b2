import { isIP } from 'node:net';

// The first six groups of an IPv4 address as an IPv6 one (RFC 4291, 2.5.5.2).
const IPV4_MAPPED = [0, 0, 0, 0, 0, 0xffff].join();

/**
 * What requests without credentials are counted by: an IPv4 address, or the first 64 bits of an IPv6 one, because a
 * single subscriber has all the rest (hub contract 16).
 */
export function clientNetwork(address: string): string {
  const [plain = ''] = address.split('%');
  if (isIP(plain) !== 6) return plain;
  const [head = '', tail = ''] = plain.split('::');
  const left = groupsOf(head);
  const right = groupsOf(tail);
  const groups = plain.includes('::')
    ? [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
    : left;
  const numbers = groups.map((group) => Number.parseInt(group, 16));
  if (numbers.slice(0, 6).join() === IPV4_MAPPED) return ipv4Of(numbers[6] ?? 0, numbers[7] ?? 0);
  const network = numbers.slice(0, 4).map((number) => number.toString(16));
  return `${network.join(':')}::/64`;
}

/** The 16-bit groups of a part of an IPv6 address, a trailing IPv4 address as two. */
const groupsOf = (part: string): string[] =>
  part === ''
    ? []
    : part.split(':').flatMap((group) => (group.includes('.') ? groupsOfIpv4(group) : [group]));

function groupsOfIpv4(address: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  return [a * 256 + b, c * 256 + d].map((number) => number.toString(16));
}

const ipv4Of = (high: number, low: number): string => [high >> 8, high & 255, low >> 8, low & 255].join('.');
