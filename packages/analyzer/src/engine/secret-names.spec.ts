import { describe, expect, it } from '@jest/globals';
import { isSecretName, isSurelySecretName } from './secret-names.js';

describe('names of secrets', () => {
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
  ])('%s', (name) => {
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
  ])('and not %s', (name) => {
    expect(isSecretName(name)).toBe(false);
  });

  it('of which some mean other things too', () => {
    expect(isSurelySecretName('token')).toBe(false);
    expect(isSurelySecretName('access_token')).toBe(true);
    expect(isSurelySecretName('password')).toBe(true);
  });
});
