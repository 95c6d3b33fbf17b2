import { describe, expect, it } from '@jest/globals';
import { isInScope, isLoopbackAddress, isPublicAddress } from './addresses.js';

describe('isPublicAddress', () => {
  it.each([
    ['0.0.0.0', 'unspecified'],
    ['10.1.2.3', 'private'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.1.1', 'private'],
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['169.254.169.254', 'link-local'],
    ['100.64.0.1', 'shared by carriers'],
    ['100.100.100.200', 'shared by carriers'],
    ['192.0.0.192', 'reserved'],
    ['192.0.2.1', 'documentation'],
    ['203.0.113.5', 'documentation'],
    ['198.18.0.1', 'benchmarks'],
    ['224.0.0.1', 'multicast'],
    ['240.0.0.1', 'reserved'],
    ['255.255.255.255', 'broadcast'],
    ['::', 'unspecified'],
    ['::1', 'loopback'],
    ['::7f00:1', 'compatible with IPv4'],
    ['::ffff:127.0.0.1', 'mapped from IPv4'],
    ['::ffff:8.8.8.8', 'mapped from IPv4'],
    ['64:ff9b::7f00:1', 'NAT64'],
    ['64:ff9b::808:808', 'NAT64'],
    ['64:ff9b:1::a00:1', 'local NAT64'],
    ['2002:7f00:1::', '6to4'],
    ['2001:0:7f00:1::', 'Teredo'],
    ['2001:db8::1', 'documentation'],
    ['fc00::1', 'unique local'],
    ['fd12:3456::1', 'unique local'],
    ['fe80::1', 'link-local'],
    ['fe80::1%eth0', 'link-local with a zone'],
    ['fec0::1', 'site-local'],
    ['ff02::1', 'multicast'],
    ['4000::1', 'not assigned'],
    ['localhost', 'a name'],
    ['', 'nothing'],
  ])('refuses %s (%s)', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(['1.1.1.1', '8.8.8.8', '140.82.121.4', '2606:4700:4700::1111', '2a00:1450:4001:80b::200e'])(
    'accepts %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );
});

describe('isInScope', () => {
  it('distinguishes loopback addresses from private ones', () => {
    expect(['127.0.0.1', '127.9.9.9', '::1'].every(isLoopbackAddress)).toBe(true);
    expect(['10.0.0.1', '0.0.0.0', '::ffff:127.0.0.1'].some(isLoopbackAddress)).toBe(false);
    const scopes = ['public', 'loopback', 'public or loopback', 'any'] as const;
    const allowed = (address: string): unknown => scopes.filter((scope) => isInScope(address, scope));
    expect(allowed('8.8.8.8')).toEqual(['public', 'public or loopback', 'any']);
    expect(allowed('127.0.0.1')).toEqual(['loopback', 'public or loopback', 'any']);
    expect(allowed('10.0.0.1')).toEqual(['any']);
    expect(allowed('example.com')).toEqual([]);
  });
});
