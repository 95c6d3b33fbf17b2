import { describe, expect, it } from '@jest/globals';
import { HostCookies, readCookies } from './host-cookies.js';

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
    ['https://hub.example.com', '__Host-mcp-hub'],
    ['https://localhost', '__Host-mcp-hub'],
    ['https://hub.example.com:8443', '__Host-mcp-hub-8443'],
    ['https://hub.example.com/tools', '__Host-mcp-hub.tools'],
    ['https://hub.example.com:8443/tools', '__Host-mcp-hub-8443.tools'],
    ['https://hub.example.com/a/b', '__Host-mcp-hub.wUzdwDP2S53q'],
  ])('are bound to the host, a secure connection and the deployment: %s', (url, name) => {
    expect(new HostCookies(url).set('session', 'x', 60)).toBe(
      `${name}=x; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax`,
    );
    expect(new HostCookies(url).nameOf('other')).toBe(`${name}-other`);
  });

  it.each([
    ['http://localhost:8080', 'mcp-hub-8080'],
    ['http://127.0.0.1:1/a', 'mcp-hub-1.a'],
    ['http://[::1]', 'mcp-hub-80'],
    ['http://hub.lan:8080', 'mcp-hub-8080'],
  ])('have neither the __Host- prefix nor Secure with plain HTTP: %s', (url, name) => {
    expect(new HostCookies(url).clear('session')).toBe(`${name}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax`);
  });

  it('are found under the names of older servers, after those of this one', () => {
    const secure = new HostCookies('https://hub.example.com/tools');
    const plain = new HostCookies('http://localhost:8080');
    const former = readCookies('__Host-session=a; session=b');
    expect(secure.valueIn(former, 'session')).toBe('a');
    expect(plain.valueIn(former, 'session')).toBe('b');
    const both = readCookies('session=b; mcp-hub-8080=c; mcp-hub-8081=d');
    expect(plain.valueIn(both, 'session')).toBe('c');
    expect(plain.valuesIn(both, 'session')).toEqual(['c', 'b']);
    expect(secure.valueIn(both, 'session')).toBeUndefined();
  });
});
