import { describe, expect, it } from '@jest/globals';
import { isReady, statusOf, type Checks } from './health-report.js';

const WELL: Checks = { database: 'ok', cache: 'ok', storage: 'ok' };

describe('the status of a process', () => {
  it.each([
    ['ready', {}, 'ready', true],
    ['ready', { cache: 'not_configured' }, 'ready', true],
    ['ready', { cache: 'failed' }, 'degraded', true],
    ['ready', { storage: 'failed' }, 'degraded', true],
    ['ready', { database: 'failed' }, 'unavailable', false],
    ['ready', { database: 'failed', cache: 'failed', storage: 'failed' }, 'unavailable', false],
    ['starting', {}, 'starting', false],
    ['stopping', {}, 'stopping', false],
    ['stopping', { database: 'failed' }, 'stopping', false],
  ] as const)('that is %s with %o is %s', (process, change, status, ready) => {
    expect(statusOf(process, { ...WELL, ...change })).toBe(status);
    expect(isReady(status)).toBe(ready);
  });
});
