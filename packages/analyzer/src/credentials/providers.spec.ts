import { describe, expect, it } from '@jest/globals';
import { CUES, hasProviderKey, providerKeysIn } from './providers.js';
import { growth, IN_PROPORTION, repeated } from '../../test/support/growth.js';

/** Pseudorandom characters, so that this file contains no real key. */
function characters(
  count: number,
  alphabet = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
): string {
  let state = 7;
  let text = '';
  for (let position = 0; position < count; position += 1) {
    state = (state * 1103515245 + 12345) % 2147483648;
    text += alphabet.charAt(Math.floor(state / 65536) % alphabet.length);
  }
  return text;
}
const HEX = '0123456789abcdef';
const GREAT = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const json = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const KEYS: readonly (readonly [string, string])[] = [
  ['AWS access key', `AKIA${characters(16, GREAT)}`],
  ['GitHub token', `ghp_${characters(36)}`],
  ['GitHub token', `github_pat_${characters(22)}_${characters(59)}`],
  ['GitLab token', `glpat-${characters(20)}`],
  ['Slack token', `xoxb-${characters(12, '0123456789')}-${characters(24)}`],
  ['Stripe key', `sk_live_${characters(24)}`],
  ['OpenAI key', `sk-proj-${characters(48)}`],
  ['OpenAI key', `sk-${characters(48)}`],
  ['Anthropic key', `sk-ant-api03-${characters(93)}`],
  ['Google API key', `AIza${characters(35)}`],
  ['Hugging Face token', `hf_${characters(34)}`],
  ['npm token', `npm_${characters(36)}`],
  ['PyPI token', `pypi-${characters(80)}`],
  ['SendGrid key', `SG.${characters(22)}.${characters(43)}`],
  ['Twilio key', `SK${characters(32, HEX)}`],
  ['Telegram bot token', `${characters(10, '123456789')}:AA${characters(33)}`],
  ['DigitalOcean token', `dop_v1_${characters(64, HEX)}`],
  ['Databricks token', `dapi${characters(32, HEX)}`],
  ['Azure storage key', `AccountKey=${characters(86)}==`],
  [
    'JSON Web Token',
    `${json({ alg: 'HS256', typ: 'JWT' })}.${json({ role: 'service_role', ref: characters(12) })}.${characters(43)}`,
  ],
  ['private key', `-----BEGIN RSA PRIVATE KEY-----\n${characters(64)}\n${characters(64)}`],
  ['private key', `-----BEGIN PRIVATE KEY-----\\n${characters(64)}\\n`],
  [
    'private key',
    `-----BEGIN RSA PRIVATE KEY-----\nMIIEpQIBAAKC${characters(1584)}\n-----END RSA PRIVATE KEY-----`,
  ],
  ['password in a URL', `postgresql://app:${characters(12)}@db.factory.internal:5432/app`],
  ['private key', `-----BEGIN PRIVATE KEY-----${characters(64)}`],
  [
    'JSON Web Token',
    `${json({ alg: 'RS256' })}.${json({ sub: characters(20), scope: characters(900) })}.${characters(300)}`,
  ],
  ['password in a URL', `https://robot:${characters(16)}@git.factory.net/x.git`],
];

describe('a key of a provider', () => {
  it.each(KEYS)('%s', (name, key) => {
    const found = [...providerKeysIn(`const value = "${key}";`)];
    expect(found.map((each) => each.name)).toEqual([name]);
    expect(`const value = "${key}";`.slice(found[0]?.index)).toContain(key.slice(0, 8));
  });
});

/** Possible rests of keys: each provider's cue fits at least one. */
const RESTS: readonly string[] = [
  ...[16, 20, 24, 32, 33, 35, 36, 40, 43, 64, 86].flatMap((count) => [
    characters(count),
    characters(count, HEX),
  ]),
  ...[16, 27].map((count) => characters(count, GREAT)),
  `${characters(24, HEX)}-${characters(68, HEX).slice(34)}`,
  `${characters(14)}.${characters(64, HEX)}`,
  `${characters(22)}.${characters(43)}`,
  `T${characters(9, GREAT)}/B${characters(9, GREAT)}/${characters(24)}`,
  `${characters(18, '123456789')}/${characters(60)}`,
  `pt_${characters(32, HEX)}_${characters(10, HEX)}`,
  `${json({ alg: 'HS256' }).slice(3)}.${json({ role: 'service_role', ref: characters(12) })}.${characters(43)}`,
];

describe('providerKeysIn finds a key', () => {
  it.each(CUES.split('|').map((cue) => cue.replaceAll('\\', '')))('that begins with %s', (cue) => {
    const before = cue === ':AA' ? characters(10, '123456789') : '';
    const found = RESTS.flatMap((rest) => [...providerKeysIn(`const value = "${before}${cue}${rest}";`)]);
    expect(found.map(({ secret }) => secret)).toContainEqual(expect.stringContaining(cue));
  });
});

it('a file that is a key is reported, however long the key is', () => {
  const key = `-----BEGIN RSA PRIVATE KEY-----\nMIIEpQIBAAKC${characters(52)}\n-----END RSA PRIVATE KEY-----\n`;
  expect([...providerKeysIn(key)].map(({ name }) => name)).toEqual(['private key']);
});

describe('providerKeysIn does not report', () => {
  it.each([
    'set GITHUB_TOKEN (a classic token starts with ghp_)',
    'ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
    'sk-your-api-key-here-1234567890abcdefgh',
    'AKIAIOSFODNN7EXAMPLE',
    'sk-proj-...',
    'AIzaSyXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX',
    `such as -----BEGIN RSA PRIVATE KEY-----MIIEpQIBAAKC${characters(52)}\\n.-----END RSA PRIVATE KEY-----`,
    `https://${characters(32, HEX)}:${characters(31, HEX)}0@o12.sentry.io/17`,
    '-----BEGIN PRIVATE KEY-----',
    '"-----BEGIN PRIVATE KEY-----" + body',
    '-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBaMQswCQYDVQQGEwJJ',
    'postgresql://user:password@localhost:5432/app',
    'postgresql://postgres:postgres@db:5432/app',
    'postgres://user:password@localhost:5432/reporting',
    'postgresql://app:s3cretPassw0rd@127.0.0.1/app',
    'mongodb://${user}:${password}@${host}/app',
    'https://user:pass@example.com/',
    'https://cdn.vendor.com/npm/a@1.2.3/b:c',
    'redis://:password@redis:6379',
    'asyncio_task-force-kanban-board-for-all-of-us',
    'risk-management-and-compliance-for-everybody',
    `cache-key-${characters(32, HEX)}`,
    `{ apiKey: "AIza${characters(35)}", authDomain: "shop.firebaseapp.com" }`,
    `https://maps.googleapis.com/maps/api/js?key=AIza${characters(35)}&callback=draw`,
    `https://www.youtube.com/youtubei/v1/player?key=AIza${characters(35)}`,
    `"integrity": "sha512-${characters(86)}=="`,
    `Server=localhost;User Id=sa;Password=${characters(14)};`,
    'Server=db.factory.net;User Id=app;Password={password};',
  ])('%s', (text) => {
    expect(hasProviderKey(text)).toBe(false);
  });

  it('a connection string to the local machine, but one to another host', () => {
    const text = (host: string): string => `Server=tcp:${host};User Id=app;Password=${characters(14)};`;
    const [found] = [...providerKeysIn(text('db.factory.net'))];
    expect(found).toMatchObject({ name: 'password in a connection string', secret: characters(14) });
    expect(hasProviderKey(text('localhost'))).toBe(false);
  });

  it('lookalikes, but finds a key after them', () => {
    const bundle = `${'task-a risk-b "sk-c" '.repeat(1000)} "sk-${characters(48)}"`;
    expect([...providerKeysIn(bundle)].map(({ name }) => name)).toEqual(['OpenAI key']);
  });

  it.each(['sk-', 'eyJ', '://a:b@', '-----BEGIN ', ';Password=', 'AKIA', ':AA'])(
    'many %j, and scans them in linear time',
    (piece) => {
      const found = (length: number): number => [...providerKeysIn(repeated(piece, length))].length;
      expect(found(1_000_000)).toBeLessThan(1000);
      expect(growth(found, 100_000)).toBeLessThan(IN_PROPORTION);
    },
  );

  it('a public token that browsers receive', () => {
    const token = `${json({ alg: 'HS256', typ: 'JWT' })}.${json({ role: 'anon', ref: characters(12) })}.${characters(43)}`;
    expect(hasProviderKey(token)).toBe(false);
  });
});
