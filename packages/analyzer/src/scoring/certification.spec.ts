import { describe, expect, it } from '@jest/globals';
import type { AssessedFinding } from './assessment.js';
import { certificationLevel, type Certified } from './certification.js';
import { gradeOf, levelOf } from './levels.js';
import { CONTROL_CATALOG, type ControlId } from './control-catalog.js';
import type { ControlResult } from './controls.js';

const resultsBut = (...failed: ControlId[]): ControlResult[] =>
  CONTROL_CATALOG.map(({ id, severity }) => ({
    id,
    passed: !failed.includes(id),
    severity,
    message: '',
    evidence: [],
    applicable: true,
    observable: true,
  }));

const weak = (severity: AssessedFinding['severity']): AssessedFinding => ({
  ruleId: 'MCP-N001',
  vulnerabilityClass: 'N',
  severity,
  confidence: 'low',
  reach: 'unreachable',
  fingerprint: 'f',
});

const best: Certified = {
  globalScore: 90,
  msssLevel: 3,
  controls: resultsBut(),
  findings: [],
  storedEvidence: { sbom: true, attestation: true },
};

describe('gradeOf and levelOf', () => {
  it.each([
    [0, 'F', 0],
    [59, 'F', 0],
    [60, 'D', 1],
    [69, 'D', 1],
    [70, 'C', 1],
    [79, 'C', 1],
    [80, 'B', 2],
    [89, 'B', 2],
    [90, 'A', 3],
    [100, 'A', 3],
  ])('of %d return %s and %d', (score, grade, level) => {
    expect(gradeOf(score)).toBe(grade);
    expect(levelOf(score)).toBe(level);
  });
});

describe('certificationLevel', () => {
  it.each<[string, Partial<Certified>, number]>([
    ['a global score below 60', { globalScore: 59 }, 0],
    ['a global score below 80', { globalScore: 79 }, 1],
    ['a global score below 90', { globalScore: 89 }, 2],
    ['MSSS level 0', { msssLevel: 0 }, 0],
    ['MSSS level 1', { msssLevel: 1 }, 1],
    ['MSSS level 2', { msssLevel: 2 }, 2],
    ['no SBOM', { storedEvidence: { sbom: false, attestation: true } }, 2],
    ['no attestation', { storedEvidence: { sbom: true, attestation: false } }, 2],
    ['a medium finding, however weak', { findings: [weak('low'), weak('medium')] }, 2],
    ['a low finding', { findings: [weak('low')] }, 3],
    ['no results of controls', { controls: [] }, 1],
    ['no deduction', {}, 3],
  ])('with %s', (_what, of, level) => {
    expect(certificationLevel({ ...best, ...of })).toBe(level);
  });

  it.each<[number, ControlId[]]>([
    [1, ['SEC-005', 'SEC-006', 'SEC-007', 'SEC-008', 'SEC-009']],
    [
      2,
      [
        'SEC-001',
        'SEC-002',
        'SEC-003',
        'SEC-004',
        'SEC-010',
        'SEC-011',
        'SUP-001',
        'SUP-002',
        'SUP-003',
        'MAT-001',
        'MAT-002',
        'MAT-003',
      ],
    ],
  ])('is at most %d when one of %j fails', (level, ids) => {
    for (const id of ids) expect(certificationLevel({ ...best, controls: resultsBut(id) })).toBe(level);
  });

  it('is at most 1 after a failed MCP-critical control, when all else allows 2', () => {
    const controls = resultsBut('SEC-009');
    expect(certificationLevel({ ...best, msssLevel: 2, controls })).toBe(1);
  });

  it('is not raised to 1 by a failed control', () => {
    expect(certificationLevel({ ...best, globalScore: 40, controls: resultsBut('SEC-005') })).toBe(0);
  });
});
