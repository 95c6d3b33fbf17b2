import { HIGHEST_WITHOUT_EVIDENCE, isAdvanced } from '@mcp-hub/analyzer/catalogs';

/** What of a snapshot decides about the highest level. */
export interface SnapshotFacts {
  readonly certificationLevel: number;
  readonly globalScore: number;
  readonly msssLevel: number;
  readonly complete: boolean;
  readonly criticalFindings: number;
  readonly highFindings: number;
  readonly mediumFindings: number;
  readonly controls: readonly { readonly controlId: string; readonly passed: boolean }[];
}

/**
 * The level of a version once its evidence is stored: 3 if the analysis meets all other conditions of that level
 * (analysis contract 8), else the level of the snapshot, which is recorded before there is evidence (ADR 58).
 */
export function levelWithEvidence(facts: SnapshotFacts): number {
  const { certificationLevel, complete, globalScore, msssLevel } = facts;
  const passed = facts.controls.filter((control) => control.passed).map(({ controlId }) => controlId);
  const meetsOthers =
    certificationLevel === HIGHEST_WITHOUT_EVIDENCE &&
    complete &&
    isAdvanced({
      globalScore,
      msssLevel,
      findingsAboveLow: facts.criticalFindings + facts.highFindings + facts.mediumFindings,
      passed: new Set(passed),
    });
  return meetsOthers ? 3 : certificationLevel;
}
