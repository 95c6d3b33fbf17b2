import type { VulnerabilityClass } from './classes.js';

/** How severe a finding is, the most severe first. */
export const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const;
/** One of them. */
export type Severity = (typeof SEVERITIES)[number];

/** How likely a finding is true, the most likely first. */
export const CONFIDENCES = ['high', 'medium', 'low'] as const;
/** One of them. */
export type Confidence = (typeof CONFIDENCES)[number];

/** How the code of a finding is reached: it is in a tool's handler, a handler calls it, or neither. */
export type Reach = 'handler' | 'reachable' | 'unreachable';

/** A step of a value from its source to its sink. */
export interface TraceStep {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

/** A defect at a location. Its texts can be printed: hidden characters are escaped. */
export interface Finding {
  /** `MCP-<letter><3 digits>`. */
  readonly ruleId: string;
  readonly title: string;
  readonly description: string;
  readonly severity: Severity;
  readonly confidence: Confidence;
  readonly vulnerabilityClass: VulnerabilityClass;
  /** The number of the CWE. */
  readonly cwe: number;
  /** The CVSS 3.1 base vector of the rule, `AV:N/AC:L/…`. */
  readonly cvss: string;
  readonly location: {
    /** Inside the package, with `/`, as the package has it. */
    readonly path: string;
    /** From 1, both included. */
    readonly startLine: number;
    readonly endLine: number;
  };
  readonly remediation: string;
  /** The tool, resource and handler that the finding is about, where they are known. */
  readonly tool: string | undefined;
  readonly resource: string | undefined;
  readonly handler: string | undefined;
  /** From the source to the sink, at most eight steps; the sink alone when nothing flows. */
  readonly trace: readonly TraceStep[];
  readonly reach: Reach;
  /** A comment of the publisher asks scanners to ignore it. It is reported and changes nothing. */
  readonly suppressed: boolean;
  /** SHA-256, hex, of rule, path, tool or handler, normalized sink and occurrence: edits of other lines keep it. */
  readonly fingerprint: string;
}
