import { describe, expect, it } from '@jest/globals';
import { mayUseCookies } from './same-origin.js';

const OWN = 'https://hub.example.com';
const allows = (method: string, headers: Record<string, string>): boolean =>
  mayUseCookies({ method, headers }, OWN);

describe('a request with cookies', () => {
  it.each(['GET', 'HEAD', 'OPTIONS'])('may come from anywhere with the safe method %s', (method) => {
    expect(allows(method, { origin: 'https://elsewhere.example' })).toBe(true);
    expect(allows(method, {})).toBe(true);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'get', 'TRACE'])(
    'must come from the service with the unsafe method %s',
    (method) => {
      expect(allows(method, { origin: OWN })).toBe(true);
      expect(allows(method, { 'sec-fetch-site': 'same-origin' })).toBe(true);
    },
  );

  it.each<[string, Record<string, string>]>([
    ['no Origin', {}],
    ['Origin null', { origin: 'null' }],
    ['an empty Origin', { origin: '' }],
    ['another host', { origin: 'https://elsewhere.example' }],
    ['a subdomain', { origin: 'https://a.hub.example.com' }],
    ['a longer name', { origin: `${OWN}.elsewhere.example` }],
    ['another scheme', { origin: 'http://hub.example.com' }],
    ['another port', { origin: `${OWN}:8443` }],
    ['a path', { origin: `${OWN}/` }],
    ['another case', { origin: 'https://HUB.example.com' }],
    ['the same site', { 'sec-fetch-site': 'same-site' }],
    ['a user-initiated request', { 'sec-fetch-site': 'none' }],
    [
      'another Origin, whatever the other headers',
      { origin: 'https://elsewhere.example', 'sec-fetch-site': 'same-origin' },
    ],
  ])('is refused with %s', (_what, headers) => {
    expect(allows('POST', headers)).toBe(false);
  });
});
