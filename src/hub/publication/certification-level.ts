import { CONTROL_CATALOG } from '@mcp-hub/analyzer/runner';

/** What of a snapshot decides about the highest level. */
export interface AdvancedFacts {
  readonly certificationLevel: number;
  readonly globalScore: number;
  readonly msssLevel: number;
  readonly complete: boolean;
  readonly criticalFindings: number;
  readonly highFindings: number;
  readonly mediumFindings: number;
  readonly controls: readonly { readonly controlId: string; readonly passed: boolean }[];
}

const ADVANCED_SCORE = 90;

/**
 * The level of a version once its evidence is stored: 3 if the analysis meets all other conditions of that level
 * (analysis contract 8), else the level of the snapshot, which is recorded before there is evidence (ADR 58).
 */
export function levelWithEvidence(facts: AdvancedFacts): number {
  const passed = new Set(
    facts.controls.filter((control) => control.passed).map(({ controlId }) => controlId),
  );
  const isAdvanced =
    facts.certificationLevel === 2 &&
    facts.complete &&
    facts.globalScore >= ADVANCED_SCORE &&
    facts.msssLevel === 3 &&
    facts.criticalFindings + facts.highFindings + facts.mediumFindings === 0 &&
    passed.size === CONTROL_CATALOG.length &&
    facts.controls.length === CONTROL_CATALOG.length;
  return isAdvanced ? 3 : facts.certificationLevel;
}
