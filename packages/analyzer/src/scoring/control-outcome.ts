import type { VulnerabilityClass } from '../findings/classes.js';
import type { Assessment } from './assessment.js';
import { failsControls } from './weight-of-findings.js';

/** The result of a control, without the fields from the catalog. */
export interface Outcome {
  readonly state: 'passed' | 'failed' | 'not_applicable' | 'not_observable';
  /** What was checked and the result, for people. It contains no text from the package. */
  readonly message: string;
  /** Fingerprints of the findings that made it fail. */
  readonly evidence: readonly string[];
}

/** Evaluates one control. */
export type Check = (assessment: Assessment) => Outcome;

export const passed = (message: string): Outcome => ({ state: 'passed', message, evidence: [] });
export const notApplicable = (message: string): Outcome => ({
  state: 'not_applicable',
  message,
  evidence: [],
});
export const notObservable = (message: string): Outcome => ({
  state: 'not_observable',
  message,
  evidence: [],
});
export const failed = (message: string, evidence: readonly string[] = []): Outcome => ({
  state: 'failed',
  message,
  evidence,
});

/** `1 tool`, `2 tools`. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : plural}`;

/** Fails for findings of the given classes with severity and confidence medium or higher, and passes without them. */
export function byClasses(findings: Assessment['findings'], classes: readonly VulnerabilityClass[]): Outcome {
  const ofClasses = findings.filter((finding) => classes.includes(finding.vulnerabilityClass));
  const failing = ofClasses.filter(failsControls);
  const named = `class ${classes.join(' or ')}`;
  if (failing.length > 0) {
    return failed(
      `${counted(failing.length, 'finding')} of ${named} of at least medium severity and confidence.`,
      failing.map((finding) => finding.fingerprint),
    );
  }
  return passed(
    ofClasses.length === 0
      ? `No finding of ${named}.`
      : `No finding of ${named} of at least medium severity and confidence; ${ofClasses.length} below that.`,
  );
}
