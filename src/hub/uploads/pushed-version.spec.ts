import { describe, expect, it } from '@jest/globals';
import { VERSION_STATUSES } from '../mcps/mcp-values.js';
import { pushConflict } from './pushed-version.js';

const OWN = 'a'.repeat(64);
const OTHER = 'b'.repeat(64);

describe('a pushed version', () => {
  it.each(VERSION_STATUSES)('may repeat the bytes of the same version, when that is %s', (status) => {
    expect(pushConflict([{ semver: '1.0.0', commitHash: OWN, status }], '1.0.0', OWN)).toBeUndefined();
  });

  it.each(['NOT_CERTIFIED', 'FAILED'] as const)('may replace the bytes of one that is %s', (status) => {
    expect(pushConflict([{ semver: '1.0.0', commitHash: OTHER, status }], '1.0.0', OWN)).toBeUndefined();
  });

  it.each([
    ['INGESTED', /is being analyzed/],
    ['ANALYZING', /is being analyzed/],
    ['CERTIFIED', /is certified/],
    ['PUBLISHED', /is published/],
  ] as const)('cannot replace the bytes of one that is %s', (status, message) => {
    const refusal = pushConflict([{ semver: '1.0.0', commitHash: OTHER, status }], '1.0.0', OWN);
    expect(refusal).toMatchObject({ kind: 'conflict', message: expect.stringMatching(message) });
  });

  it('cannot replace an older certified one behind a newer failed one', () => {
    const related = [
      { semver: '1.0.0', commitHash: 'c'.repeat(64), status: 'FAILED' },
      { semver: '1.0.0', commitHash: OTHER, status: 'CERTIFIED' },
    ] as const;
    expect(pushConflict(related, '1.0.0', OWN)?.kind).toBe('conflict');
  });

  it('cannot be the bytes of another version', () => {
    const related = [{ semver: '1.0.0', commitHash: OWN, status: 'CERTIFIED' }] as const;
    expect(pushConflict(related, '1.0.1', OWN)?.message).toMatch(/version 1\.0\.0 already/);
    expect(pushConflict(related, '1.0.0+build.2', OWN)).toBeUndefined();
  });
});
