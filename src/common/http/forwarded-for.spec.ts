import { describe, expect, it } from '@jest/globals';
import { withoutPorts } from './forwarded-for.js';

describe('X-Forwarded-For without ports', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['192.0.2.7:5678', '192.0.2.7'],
    ['198.51.100.1:1, 192.0.2.7:65535,10.0.0.1:443', '198.51.100.1, 192.0.2.7,10.0.0.1'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[fe80::1%eth0]:443', 'fe80::1%eth0'],
    ['::ffff:192.0.2.7', '::ffff:192.0.2.7'],
    ['[::ffff:192.0.2.7]:80', '::ffff:192.0.2.7'],
    // Not an address with a port: left to the check of trusted proxies.
    ['2001:db8::1:443', '2001:db8::1:443'],
    ['unknown:80', 'unknown:80'],
    ['192.0.2.7:http', '192.0.2.7:http'],
    ['192.0.2.7:123456', '192.0.2.7:123456'],
    ['192.0.2.7:', '192.0.2.7:'],
    ['[unknown]:80', '[unknown]:80'],
    ['[192.0.2.7]:80', '[192.0.2.7]:80'],
    ['999.0.2.7:80', '999.0.2.7:80'],
    ['', ''],
    [', ,', ', ,'],
  ])('of %j is %j', (header, expected) => {
    expect(withoutPorts(header)).toBe(expected);
  });

  it('is processed in linear time', () => {
    const header = `${'['.repeat(20_000)}${':1'.repeat(20_000)}`;
    expect(withoutPorts(header)).toBe(header);
  });
});
