import { describe, expect, it } from '@jest/globals';
import { CONTROL_CATALOG } from '@mcp-hub/analyzer/catalogs';
import { levelWithEvidence, type SnapshotFacts } from './certification-level.js';

const controls = (failed = 0, count: number = CONTROL_CATALOG.length) =>
  CONTROL_CATALOG.slice(0, count).map(({ id }, index) => ({ controlId: id, passed: index >= failed }));

const ADVANCED: SnapshotFacts = {
  certificationLevel: 2,
  globalScore: 90,
  msssLevel: 3,
  complete: true,
  criticalFindings: 0,
  highFindings: 0,
  mediumFindings: 0,
  controls: controls(),
};

describe('the level with stored evidence', () => {
  it('is 3 if the analysis meets every other condition', () => {
    expect(levelWithEvidence(ADVANCED)).toBe(3);
  });

  it.each<[string, Partial<SnapshotFacts>]>([
    ['the score is below 90', { globalScore: 89 }],
    ['the MSSS level is 2', { msssLevel: 2 }],
    ['the analysis is incomplete', { complete: false }],
    ['there is a critical finding', { criticalFindings: 1 }],
    ['there is a high finding', { highFindings: 1 }],
    ['there is a medium finding', { mediumFindings: 1 }],
    ['a control failed', { controls: controls(1) }],
    ['a control is missing', { controls: controls(0, CONTROL_CATALOG.length - 1) }],
    ['there are no controls', { controls: [] }],
  ])('stays 2 when %s', (_what, change) => {
    expect(levelWithEvidence({ ...ADVANCED, ...change })).toBe(2);
  });

  it.each([0, 1])('never rises above the snapshot’s level %i', (certificationLevel) => {
    expect(levelWithEvidence({ ...ADVANCED, certificationLevel })).toBe(certificationLevel);
  });
});
