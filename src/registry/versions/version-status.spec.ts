import { describe, expect, it } from '@jest/globals';
import {
  isUnpublished,
  REQUESTABLE_STATUSES,
  statusChange,
  type RequestableStatus,
  type VersionStatus,
} from './version-status.js';

describe('statusChange', () => {
  it.each([
    ['revoked', 'published', 'refused'],
    ['revoked', 'revoked', 'none'],
    ['published', 'published', 'none'],
    ['published', 'revoked', 'change'],
    ['ingested', 'published', 'change'],
    ['ingested', 'revoked', 'change'],
    ['draft', 'published', 'change'],
    ['draft', 'revoked', 'change'],
  ] satisfies [VersionStatus, RequestableStatus, string][])('from %s to %s: %s', (from, to, expected) => {
    expect(statusChange(from, to)).toBe(expected);
  });

  it('knows published and revoked as the only requested status values', () => {
    expect([...REQUESTABLE_STATUSES].sort()).toEqual(['published', 'revoked']);
  });
});

describe('isUnpublished', () => {
  it.each([
    ['draft', true],
    ['ingested', true],
    ['published', false],
    ['revoked', false],
  ] satisfies [VersionStatus, boolean][])('of %s is %s', (status, expected) => {
    expect(isUnpublished(status)).toBe(expected);
  });
});
