import type { Frame } from '../engine/frame.js';
import type { Taint } from '../engine/values/taint.js';
import type { Lines } from '../ir/program.js';
import type { Designed } from './designed.js';
import type { VulnerabilityClass } from './classes.js';
import type { Confidence, Severity } from './finding.js';

/** What a finding takes from the rule that reports it. */
export interface RuleMetadata {
  /** `MCP-<letter><3 digits>`; the letter is the class. */
  readonly id: string;
  readonly class: VulnerabilityClass;
  readonly title: string;
  readonly severity: Severity;
  readonly confidence: Confidence;
  /** CWE number. */
  readonly cwe: number;
  /** CVSS 3.1 base vector, `AV:N/AC:L/…`. */
  readonly cvss: string;
  /** The remediation in the finding. */
  readonly fix: string;
  /** The rule is new: its findings are reported apart and count for nothing, until they were read on thirty projects. */
  readonly preview?: true;
}

/** A result of a rule, before it is formatted for the report. */
export interface Found {
  /** The call frame of the code, or a file. */
  readonly at: Frame | { readonly file: string };
  readonly lines: Lines;
  /** What is wrong, in one sentence; it may name the tool and parameter but contains no secret. */
  readonly description: string;
  /** What is misused, independent of the surrounding lines: `subprocess.run`. Part of the fingerprint. */
  readonly sink: string;
  /** The source that flows into the sink; its path is the finding's trace. */
  readonly taint?: Taint;
  /** Where the flow ends, if not at the reported location; without a source, what else the finding is about, in words. */
  readonly end?: { readonly file: string; readonly line: number; readonly message?: string };
  /** Overrides of the rule's own values. The severity depends on what the sink can do, never on how certain the finding is. */
  readonly severity?: Severity;
  /** The usual confidence, which doubts lower. */
  readonly confidence?: Confidence;
  /** Reasons for doubt besides those that the taint has, a sentence each. They lower the confidence. */
  readonly doubts?: readonly string[];
  /** Reported only if tools are there to do this, or only if they are not. */
  readonly designed?: Designed;
  /** Of findings of one rule that are alike by this text and are by design, a file gets only a few. */
  readonly alike?: string;
  /** The tool concerned, when the location does not imply it. */
  readonly tool?: string;
  /** The server's resource concerned. */
  readonly resource?: string;
  /** Reported before at this location: only the tool is new. */
  readonly isAgain?: boolean;
}
