import { isIP } from 'node:net';

/**
 * What requests without credentials are counted by: an IPv4 address, or the first 64 bits of an IPv6 one, because a
 * single subscriber has all the rest (decisions, hub 16).
 */
export function clientNetwork(address: string): string {
  const [plain = ''] = address.split('%');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (mapped !== undefined) return mapped;
  if (isIP(plain) !== 6) return plain;
  const [head = '', tail = ''] = plain.split('::');
  const left = groupsOf(head);
  const right = groupsOf(tail);
  const groups = plain.includes('::')
    ? [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
    : left;
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}

/** The 16-bit groups of a part of an IPv6 address, a trailing IPv4 address taken for two. */
const groupsOf = (part: string): string[] =>
  part === '' ? [] : part.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));
