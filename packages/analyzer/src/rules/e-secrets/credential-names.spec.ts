import { describe, expect, it } from '@jest/globals';
import { hasScheme, purposeOf, withoutScheme } from './credential-names.js';
import { growth, IN_PROPORTION, repeated } from '../../../test/support/growth.js';

describe('the kind of secret that a name suggests', () => {
  it.each([
    ['password', 'password'],
    ['DB_PASS', 'password'],
    ['smtpPassword', 'password'],
    ['JWT_SECRET', 'signing'],
    ['sessionSecret', 'signing'],
    ['ENCRYPTION_KEY', 'signing'],
    ['OPENAI_API_KEY', 'key'],
    ['accessToken', 'key'],
    ['Authorization', 'key'],
    ['X-Api-Key', 'key'],
  ])('%s is for a %s', (name, purpose) => {
    expect(purposeOf(name)).toBe(purpose);
  });

  it.each([
    '',
    'passwordField',
    'tokenUrl',
    'secretName',
    'publicKey',
    'POSTHOG_API_KEY',
    'recaptchaSiteKey',
    'nextPageToken',
    'maxTokens',
    'tokenizer',
    'passwordHash',
    'author',
    'compass',
  ])('%s is for no secret', (name) => {
    expect(purposeOf(name)).toBeUndefined();
  });

  it('is not determined for overlong names', () => {
    expect(purposeOf(`${'A'.repeat(1_000_000)}_TOKEN`)).toBeUndefined();
    expect(growth((length) => purposeOf(`${repeated('A', length)}_TOKEN`), 500_000)).toBeLessThan(
      IN_PROPORTION,
    );
  });
});

describe('the scheme of an Authorization header', () => {
  it.each([
    ['Bearer abc', 'abc'],
    ['token  abc', 'abc'],
    ['Basic dXNlcg', 'dXNlcg'],
    ['abc', 'abc'],
    ['Bearer', 'Bearer'],
    ['Keyring x', 'Keyring x'],
  ])('%s holds %s', (text, rest) => {
    expect(withoutScheme(text)).toBe(rest);
    expect(hasScheme(text)).toBe(rest !== text);
  });
});
