import type { Assessment } from './assessment.js';
import { checkAssessment } from './check-assessment.js';
import { CONTROL_CATALOG, type Control, type ControlId } from './control-catalog.js';
import { type Check, notObservable, type Outcome } from './control-outcome.js';
import { OTHER_CHECKS } from './other-controls.js';
import { SECURITY_CHECKS } from './security-controls.js';
import { isComplete } from './weight-of-findings.js';

/** The result of a control of the catalog (analysis contract 7). */
export interface ControlResult {
  readonly id: ControlId;
  readonly passed: boolean;
  /** That of the catalog; `low` when it failed only because it was not observable. */
  readonly severity: string;
  readonly message: string;
  /** Fingerprints of the findings that made it fail, distinct, in code-unit order. */
  readonly evidence: readonly string[];
  /** False: the package has nothing that the control applies to, so it passed. */
  readonly applicable: boolean;
  /** False: the evidence cannot be observed, so it failed. */
  readonly observable: boolean;
}

const CHECKS: Readonly<Record<ControlId, Check>> = { ...SECURITY_CHECKS, ...OTHER_CHECKS };

/**
 * The results of all controls, in the order of the catalog.
 * @throws RangeError for an impossible count in the assessment
 */
export function evaluateControls(assessment: Assessment): ControlResult[] {
  checkAssessment(assessment);
  return CONTROL_CATALOG.map((control) => resultOf(control, outcomeOf(control, assessment)));
}

function outcomeOf(control: Control, assessment: Assessment): Outcome {
  const outcome = CHECKS[control.id](assessment);
  // The unread part may contain what the control checks, tools included.
  const unread = control.category === 'SECURITY' && !isComplete(assessment);
  return unread && (outcome.state === 'passed' || outcome.state === 'not_applicable')
    ? notObservable('Not observable: nothing speaks against it, but the scan is not complete.')
    : outcome;
}

const resultOf = (control: Control, { state, message, evidence }: Outcome): ControlResult => ({
  id: control.id,
  passed: state === 'passed' || state === 'not_applicable',
  severity: state === 'not_observable' ? 'low' : control.severity,
  message,
  evidence: [...new Set(evidence)].sort(),
  applicable: state !== 'not_applicable',
  observable: state !== 'not_observable',
});
