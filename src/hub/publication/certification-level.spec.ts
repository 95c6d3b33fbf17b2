import { describe, expect, it } from '@jest/globals';
import { levelWithEvidence, type AdvancedFacts } from './certification-level.js';

const controls = (failed = 0, count = 17) =>
  Array.from({ length: count }, (_item, index) => ({ controlId: `C-${index}`, passed: index >= failed }));

const ADVANCED: AdvancedFacts = {
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

  it.each<[string, Partial<AdvancedFacts>]>([
    ['the score is below 90', { globalScore: 89 }],
    ['the MSSS level is 2', { msssLevel: 2 }],
    ['the analysis is incomplete', { complete: false }],
    ['there is a critical finding', { criticalFindings: 1 }],
    ['there is a high finding', { highFindings: 1 }],
    ['there is a medium finding', { mediumFindings: 1 }],
    ['a control failed', { controls: controls(1) }],
    ['a control is missing', { controls: controls(0, 16) }],
    ['there are no controls', { controls: [] }],
  ])('stays 2 when %s', (_what, change) => {
    expect(levelWithEvidence({ ...ADVANCED, ...change })).toBe(2);
  });

  it.each([0, 1])('never rises above the snapshot’s level %i', (certificationLevel) => {
    expect(levelWithEvidence({ ...ADVANCED, certificationLevel })).toBe(certificationLevel);
  });
});
