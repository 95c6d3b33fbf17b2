import { describe, expect, it } from '@jest/globals';
import { eventText, isFinal, statusData, type VersionState } from './version-state.js';

const state = (change: Partial<VersionState> = {}): VersionState => ({
  id: 'v',
  status: 'ANALYZING',
  failureReason: null,
  globalScore: null,
  certificationLevel: null,
  isPublic: true,
  job: { status: 'RUNNING', phase: 'parsing', attempts: 1 },
  ...change,
});

describe('a state is final', () => {
  it.each<[VersionState['status'], VersionState['job'], boolean]>([
    ['INGESTED', null, false],
    ['ANALYZING', null, false],
    ['CERTIFIED', { status: 'QUEUED', phase: null, attempts: 0 }, false],
    ['FAILED', { status: 'RUNNING', phase: 'reading', attempts: 2 }, false],
    ['CERTIFIED', null, true],
    ['NOT_CERTIFIED', null, true],
    ['PUBLISHED', null, true],
    ['FAILED', null, true],
  ])('%s with the analysis %j: %s', (status, job, final) => {
    expect(isFinal(state({ status, job }))).toBe(final);
  });
});

it('knows the stage and the progress of an analysis', () => {
  const of = (job: VersionState['job']) => statusData(state({ job }));
  expect(of({ status: 'QUEUED', phase: null, attempts: 0 })).toMatchObject({ stage: 'queued', progress: 0 });
  expect(of({ status: 'RUNNING', phase: null, attempts: 1 })).toMatchObject({
    stage: 'fetching',
    progress: 10,
  });
  expect(of({ status: 'RUNNING', phase: 'recording', attempts: 1 })).toMatchObject({ progress: 90 });
  expect(of({ status: 'RUNNING', phase: 'newer', attempts: 1 })).toMatchObject({
    stage: 'newer',
    progress: null,
  });
  expect(of(null)).toMatchObject({ stage: null, progress: null, attempts: null });
  expect(statusData(state({ status: 'FAILED', job: null }))).toMatchObject({ progress: 100 });
});

it('is one line of data, whatever the texts contain', () => {
  const text = eventText('done', statusData(state({ failureReason: 'a\n\nevent: status\rdata: {}\u2028' })));
  expect(text.split(/\r\n|\r|\n/)).toEqual(['event: done', expect.stringMatching(/^data: \{/), '', '']);
});
