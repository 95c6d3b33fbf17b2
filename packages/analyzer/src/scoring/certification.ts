import type { Assessment } from './assessment.js';
import { CONTROL_CATALOG } from './control-catalog.js';
import type { ControlResult } from './controls.js';
import { isAdvanced } from './advanced.js';
import { levelOf } from './levels.js';
import type { Level } from './msss.js';

/** The names of the levels (analysis contract 8). */
export const CERTIFICATION_NAMES = [
  'level_0_not_compliant',
  'level_1_baseline',
  'level_2_standard',
  'level_3_advanced',
] as const;
export type CertificationName = (typeof CERTIFICATION_NAMES)[number];

export interface Certified {
  readonly globalScore: number;
  readonly msssLevel: Level;
  readonly controls: readonly ControlResult[];
  readonly findings: Assessment['findings'];
  readonly storedEvidence: Assessment['storedEvidence'];
  /** Whether product code was not analyzed. */
  readonly missesProduct?: boolean;
}

/**
 * The certification level: 0 when product code was not analyzed. Other incomplete scans need no check here, since they reach
 * neither the global score nor the MSSS level required for 2.
 */
export function certificationLevel(certified: Certified): Level {
  if (certified.missesProduct === true) return 0;
  const allowed = Math.min(levelOf(certified.globalScore), certified.msssLevel) as Level;
  if (allowed >= 2 && !passesMcpCritical(certified.controls)) return 1;
  return allowed === 3 && !isCertifiedAdvanced(certified) ? 2 : allowed;
}

const MCP_CRITICAL = CONTROL_CATALOG.filter((control) => control.isMcpCritical).map(({ id }) => id);

function passesMcpCritical(controls: readonly ControlResult[]): boolean {
  const passed = passedIds(controls);
  return MCP_CRITICAL.every((id) => passed.has(id));
}

function isCertifiedAdvanced({
  globalScore,
  msssLevel,
  controls,
  findings,
  storedEvidence,
}: Certified): boolean {
  const findingsAboveLow = findings.filter(({ severity }) => severity !== 'low').length;
  const passed = passedIds(controls);
  return (
    isAdvanced({ globalScore, msssLevel, findingsAboveLow, passed }) &&
    storedEvidence.sbom &&
    storedEvidence.attestation
  );
}

const passedIds = (controls: readonly ControlResult[]): ReadonlySet<string> =>
  new Set(controls.filter((control) => control.passed).map((control) => control.id));
