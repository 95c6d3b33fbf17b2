import { describe, expect, it } from '@jest/globals';
import { isSecretName, isSurelySecretName } from './secret-names.js';

describe('isSecretName', () => {
  it.each([
    'password',
    'db_password',
    'dbPassword',
    'GITHUB_TOKEN',
    'accessToken',
    'refresh_token',
    'OPENAI_API_KEY',
    'apiKey',
    'X-Api-Key',
    'client_secret',
    'privateKey',
    'PASSWD',
    'authorization',
  ])('accepts %s', (name) => {
    expect(isSecretName(name)).toBe(true);
  });

  it.each([
    'nextPageToken',
    'page_token',
    'progressToken',
    'cancellationToken',
    'max_tokens',
    'tokens',
    'tokenCount',
    'token_path',
    'PASSWORD_FILE',
    'hasPassword',
    'isToken',
    'maskedToken',
    'hashed_password',
    'key',
    'keyboard',
    'cacheKey',
    'GOOGLE_APPLICATION_CREDENTIALS',
    'publicKey',
    '',
  ])('rejects %j', (name) => {
    expect(isSecretName(name)).toBe(false);
  });

  it('does not count an ambiguous word as certain', () => {
    expect(isSurelySecretName('token')).toBe(false);
    expect(isSurelySecretName('access_token')).toBe(true);
    expect(isSurelySecretName('password')).toBe(true);
  });
});
