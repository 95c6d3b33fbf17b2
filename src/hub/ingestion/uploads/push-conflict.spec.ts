import { describe, expect, it } from '@jest/globals';
import { VERSION_STATUSES } from '../../catalog/mcps/mcp-values.js';
import { pushConflict } from './push-conflict.js';

describe('a pushed version', () => {
  it.each(VERSION_STATUSES)('may repeat the bytes of the same version, when that is %s', (status) => {
    expect(pushConflict([{ semver: '1.0.0', hasBytes: true, status }], '1.0.0')).toBeUndefined();
  });

  it.each(['NOT_CERTIFIED', 'FAILED'] as const)('may replace the bytes of one that is %s', (status) => {
    expect(pushConflict([{ semver: '1.0.0', hasBytes: false, status }], '1.0.0')).toBeUndefined();
  });

  it.each([
    ['INGESTED', /is being analyzed/],
    ['ANALYZING', /is being analyzed/],
    ['CERTIFIED', /is certified/],
    ['PUBLISHED', /is published/],
  ] as const)('cannot replace the bytes of one that is %s', (status, message) => {
    const refusal = pushConflict([{ semver: '1.0.0', hasBytes: false, status }], '1.0.0');
    expect(refusal).toMatchObject({ kind: 'conflict', message: expect.stringMatching(message) });
  });

  it('cannot replace an older certified one behind a newer failed one', () => {
    const related = [
      { semver: '1.0.0', hasBytes: false, status: 'FAILED' },
      { semver: '1.0.0', hasBytes: false, status: 'CERTIFIED' },
    ] as const;
    expect(pushConflict(related, '1.0.0')?.kind).toBe('conflict');
  });

  it('cannot be the bytes of another version', () => {
    const related = [{ semver: '1.0.0', hasBytes: true, status: 'CERTIFIED' }] as const;
    expect(pushConflict(related, '1.0.1')?.message).toMatch(/version 1\.0\.0 already/);
    expect(pushConflict(related, '1.0.0+build.2')).toBeUndefined();
  });
});
