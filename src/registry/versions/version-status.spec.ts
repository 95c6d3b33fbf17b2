import { describe, expect, it } from '@jest/globals';
import {
  isReplaceableSql,
  REQUESTABLE_STATUSES,
  STATUS_RULES,
  statusChange,
  STATUSES_BY_RANK,
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

  it('accepts published and revoked as the only requested status values', () => {
    expect([...REQUESTABLE_STATUSES].sort()).toEqual(['published', 'revoked']);
  });
});

describe('the rules of a status', () => {
  it.each([
    ['draft', 'mcp:resolve:prepublish', true],
    ['ingested', 'mcp:resolve:prepublish', true],
    ['published', 'mcp:resolve', true],
    ['revoked', 'mcp:resolve:prepublish', false],
  ] satisfies [VersionStatus, string, boolean][])('%s needs %s; resolves: %s', (status, scope, resolves) => {
    expect(STATUS_RULES[status]).toMatchObject({ scope, resolves });
  });

  it('allow a publish to replace drafts only', () => {
    expect(isReplaceableSql('v')).toBe(`v.status IN ('draft')`);
  });

  it('prefer published versions, and revoked ones last', () => {
    expect(STATUSES_BY_RANK).toEqual([['published'], ['draft', 'ingested'], ['revoked']]);
  });
});
