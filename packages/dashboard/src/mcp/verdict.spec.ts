import { describe, expect, it } from '@jest/globals';
import type { Snapshot, Version, VersionDetail } from './mcp.queries.ts';
import { findingsInWords, verdictOf } from './verdict.ts';

const snapshot = (changes: Partial<Snapshot>): Snapshot =>
  ({
    global_score: 65,
    grade: 'D',
    certification_level: 1,
    complete: true,
    total_findings: 0,
    critical_findings: 0,
    high_findings: 0,
    medium_findings: 0,
    low_findings: 0,
    ...changes,
  }) as Snapshot;

const version = (status: string): Version => ({ status }) as Version;
const detail = (changes: Partial<VersionDetail>): VersionDetail => changes as VersionDetail;

describe('findingsInWords', () => {
  it.each([
    [{}, 'no findings'],
    [{ total_findings: 1, high_findings: 1 }, '1 high finding'],
    [{ total_findings: 5, high_findings: 2, low_findings: 3 }, '2 high and 3 low findings'],
    [
      { total_findings: 6, critical_findings: 1, medium_findings: 2, low_findings: 3 },
      '1 critical, 2 medium and 3 low findings',
    ],
  ])('%j is "%s"', (changes, words) => {
    expect(findingsInWords(snapshot(changes))).toBe(words);
  });
});

describe('verdictOf', () => {
  it('is good for a certified version alone', () => {
    expect(verdictOf(version('PUBLISHED'), undefined, snapshot({}))).toEqual({
      tone: 'good',
      sentence: 'Certified at level 1 of 3: it has a score of 65 (grade D) and no findings.',
    });
    expect(verdictOf(version('NOT_CERTIFIED'), undefined, snapshot({ certification_level: 0 })).tone).toBe(
      'bad',
    );
  });

  it('never calls good what is incomplete, revoked, failed or unknown', () => {
    expect(verdictOf(version('CERTIFIED'), undefined, snapshot({ complete: false })).tone).toBe('warn');
    const revoked = detail({ revoked_at: '2026-01-01T00:00:00Z', revoked_reason: 'a leaked key' });
    expect(verdictOf(version('CERTIFIED'), revoked, snapshot({}))).toEqual({
      tone: 'bad',
      sentence: 'This version was revoked, and must not run: a leaked key.',
    });
    expect(verdictOf(version('FAILED'), undefined, null).tone).toBe('bad');
    expect(verdictOf(version('INGESTED'), undefined, null).tone).toBe('info');
  });
});
