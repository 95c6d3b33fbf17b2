import type { Assessment } from './assessment.js';
import { checkAssessment } from './check-assessment.js';
import { CONTROL_CATALOG, type Control, type ControlId } from './control-catalog.js';
import { type Check, notObservable, type Outcome } from './control-outcome.js';
import { OTHER_CHECKS } from './other-controls.js';
import { SECURITY_CHECKS } from './security-controls.js';
import { isComplete } from './weight-of-findings.js';

/** How one control of the catalog went (analysis contract 7). */
export interface ControlResult {
  readonly id: ControlId;
  readonly passed: boolean;
  /** That of the control; `low` where it failed only because nothing can be seen. */
  readonly severity: string;
  readonly message: string;
  /** Fingerprints of the findings that failed it, each once, by code units. */
  readonly evidence: readonly string[];
  /** False: there is nothing that it could be about, so it passed. */
  readonly applicable: boolean;
  /** False: what it is about cannot be seen, so it failed. */
  readonly observable: boolean;
}

const CHECKS: Readonly<Record<ControlId, Check>> = { ...SECURITY_CHECKS, ...OTHER_CHECKS };

/**
 * The results of all controls, in the order of the catalog.
 *
 * @throws RangeError when a count of the assessment cannot be.
 */
export function evaluateControls(assessment: Assessment): ControlResult[] {
  checkAssessment(assessment);
  return CONTROL_CATALOG.map((control) => resultOf(control, outcomeOf(control, assessment)));
}

function outcomeOf(control: Control, assessment: Assessment): Outcome {
  const outcome = CHECKS[control.id](assessment);
  // What was not read may hold what the control asks about, tools included.
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
