import { describe, expect, it } from '@jest/globals';
import { HostCookies, readCookies } from './cookies.js';

describe('cookies of a request', () => {
  it.each<[string | undefined, Record<string, string>]>([
    [undefined, {}],
    ['', {}],
    ['a=1', { a: '1' }],
    ['a=1; b=2', { a: '1', b: '2' }],
    ['a=1;b=2;', { a: '1', b: '2' }],
    ['__Host-session=abc-_.~', { '__Host-session': 'abc-_.~' }],
    ['a=1; a=2; b=3', { b: '3' }],
    ['a=1; a=1', {}],
    ['a', {}],
    ['=1', {}],
    ['a=', {}],
    ['a="1"', {}],
    ['a=1=2', {}],
    ['a=%31', {}],
    ['a=1 2', {}],
    ['a =1', {}],
    ['a= 1', {}],
    ['a=ä', {}],
    ['__proto__=1', { ['__proto__']: '1' }],
    [`a=${'x'.repeat(4097)}`, {}],
    ['a=1, b=2', {}],
  ])('%s', (header, expected) => {
    expect([...readCookies(header)]).toEqual(Object.entries(expected));
  });

  it('are parsed in linear time', () => {
    expect(readCookies('a=1; '.repeat(10_000)).size).toBe(0);
  });
});

describe('cookies of this server', () => {
  it.each([
    'https://hub.example.com',
    'https://hub.example.com/tools',
    'http://hub.example.com',
    'https://localhost',
  ])('are bound to the host and a secure connection: %s', (url) => {
    expect(new HostCookies(url).set('session', 'x', 60)).toBe(
      '__Host-session=x; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax',
    );
  });

  it.each(['http://localhost:8080', 'http://127.0.0.1:1/a', 'http://[::1]:8080'])(
    'have neither the __Host- prefix nor Secure on localhost: %s',
    (url) => {
      expect(new HostCookies(url).clear('session')).toBe(
        'session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
      );
    },
  );
});
