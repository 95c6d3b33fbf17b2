import { describe, expect, it } from '@jest/globals';
import { judge, judgeItem, type Role } from './judge.js';
import { redacted } from '../../credentials/redact.js';

describe('a literal that is a secret', () => {
  it.each<[string, string, Role, string]>([
    ['SKYCAST_API_KEY', 'skc_7fQ2mZr9Lw4XbT0uHn6VyE3jPd8Ka1Gs', 'value', 'high'],
    ['SECRET_ACCESS_KEY', 'p8VxJr2+KdTqYw6ZmLbN4/hGcEuF0sAo7RiXtC3B', 'value', 'high'],
    ['password', 'admin123', 'value', 'medium'],
    ['dbPassword', 'Winter2024', 'value', 'medium'],
    ['smtp_pass', 'wG7hQz2Lr9Xt', 'value', 'high'],
    ['password', 'kT9vbQ2xLw8zzR4密碼', 'value', 'high'],
    ['api_key', 'ªºp8VxJr2KdTqYw6ZmLbN4', 'value', 'high'],
    ['Authorization', 'Bearer mcpx-4d1Yq8RkZ0vTn6LsWb3E', 'value', 'high'],
    ['X-API-Key', '9f86d081884c7d659a2feaa0c55ad015', 'value', 'high'],
    ['JWT_SECRET', 'supersecret', 'fallback', 'medium'],
    ['SESSION_SECRET', 'keyboard cat', 'fallback', 'medium'],
    ['JWT_SECRET', 'my-super-secret-jwt-key', 'fallback', 'medium'],
    ['PRIVATE_KEY', `0x${'4c0883a69102937d'.repeat(4)}`, 'value', 'high'],
    [
      'WALLET_MNEMONIC',
      'ribbon velvet orbit cactus lemon tunnel gravel walnut sketch pepper mango anchor',
      'value',
      'high',
    ],
  ])('%s = %s (%s)', (name, literal, role, severity) => {
    expect(judge(name, literal, role)?.severity).toBe(severity);
  });
});

describe('a literal that is not a secret', () => {
  it.each<[string, string, Role]>([
    ['password', 'password', 'value'],
    ['password', 'Enter your password', 'value'],
    ['password', '初始密码，至少 8 位 wG7hQz2Lr9', 'value'],
    ['password', '至少8位，需包含大小写字母和数字', 'value'],
    ['api_key', '在OpenAI控制台创建的密钥v2', 'value'],
    ['api_key', '密钥（请先在控制台里创建一个新的，然后复制到这里）：p8VxJr2KdTqYw6Zm', 'value'],
    ['passwordField', 'wG7hQz2Lr9Xt', 'value'],
    ['token', 'access_token', 'value'],
    ['apiKey', 'X-Api-Key', 'value'],
    ['API_KEY', 'your-api-key', 'value'],
    ['API_KEY', 'OPENAI_API_KEY', 'value'],
    ['tokenUrl', 'https://auth.vendor.com/token', 'value'],
    ['nextPageToken', 'CAUQAA7fQ2mZr9Lw4X', 'value'],
    ['POSTHOG_API_KEY', 'phc_7fQ2mZr9Lw4XbT0uHn6VyE3jPd8Ka1Gs', 'value'],
    ['publicKey', '9f86d081884c7d659a2feaa0c55ad015', 'value'],
    ['tokenizer', 'cl100k_base', 'value'],
    ['privateKey', './keys/server.pem', 'value'],
    ['JWT_SECRET', '', 'fallback'],
    ['DB_PASSWORD', 'postgres', 'fallback'],
    ['NEO4J_PASSWORD', 'password', 'fallback'],
    ['secret', 'kubernetes.io/tls', 'value'],
    ['max_tokens', '4096', 'value'],
    ['password', '$2b$10$kd82Zr71qLhwG7hQz2Lr9eIjZAgcfl7p92ldGxad68LJZdL17lhWy', 'value'],
    ['password', 'pbkdf2:sha256:260000$kd82Zr71qLh$9f86d081884c7d659a2feaa0c55ad015', 'value'],
    ['password', '#{db_pass1}', 'value'],
    ['jwtKey', 'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAu1SU1LfVLPHCozMxH2Mo', 'value'],
    ['USDC_TOKEN', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 'value'],
    ['SEED_PHRASE', 'test test test test test test test test test test test junk', 'value'],
    ['mnemonic', 'a short help text', 'value'],
    ['tokenAddress', '0xdAC17F958D2ee523a2206206994597C13D831ec7', 'value'],
  ])('%s = %s (%s)', (name, literal, role) => {
    expect(judge(name, literal, role)).toBeUndefined();
  });
});

describe('an item of a list or table', () => {
  it.each([
    ['users', 'admin123', true],
    ['validTokens', 'wG7hQz2Lr9XtKd82Zr71', true],
    ['users', 'alice', false],
    ['colors', 'wG7hQz2Lr9XtKd82Zr71', false],
    ['maxTokens', '4096', false],
  ])('%s: %s', (table, literal, isSecret) => {
    expect(judgeItem(table, literal) !== undefined).toBe(isSecret);
  });
});

describe('redacted', () => {
  it.each(['admin123', 'wG7hQz2Lr9Xt', 'Heide-Torf-1874!kran', 'abc'])('reveals little of %s', (secret) => {
    const described = redacted(secret);
    expect(described).not.toContain(secret);
    expect(described).not.toContain(secret.slice(0, 5));
    expect(described).toContain(`${secret.length} characters`);
  });
});
