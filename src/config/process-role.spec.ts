import { describe, expect, it } from '@jest/globals';
import { loadConfig } from './load-config.js';

const load = (environment: Record<string, string>) =>
  loadConfig({ CONFIG_FILE: '/dev/null', ...environment }, { needsSecrets: false }).processRole;

const SHARED = { DATABASE_URL: 'postgres://db.example.com/hub', REDIS_URL: 'redis://redis.example.com' };
const S3 = { STORAGE_TYPE: 's3', STORAGE_S3_BUCKET: 'artifacts' };

describe('the role of a process', () => {
  it('is everything by default', () => expect(load({})).toBe('all'));

  it.each(['api', 'worker'])('%s needs PostgreSQL and Redis', (role) => {
    expect(() => load({ PROCESS_ROLE: role, ...S3 })).toThrow(/database_url[^]*redis_url/);
    expect(load({ PROCESS_ROLE: role, ...SHARED, ...S3 })).toBe(role);
  });

  it('worker needs a store that machines share', () => {
    expect(() => load({ PROCESS_ROLE: 'worker', ...SHARED })).toThrow(/storage\.type .* other machines/);
    expect(load({ PROCESS_ROLE: 'api', ...SHARED })).toBe('api');
  });

  it('is none other', () => expect(() => load({ PROCESS_ROLE: 'both' })).toThrow(/process_role/));
});
