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

/** A step of a data flow from source to sink. */
export interface TraceStep {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly message: string;
  /** The text of the line, printable and without secrets. */
  readonly snippet?: string;
}

/** A defect at a location. Its texts are printable: invisible characters are escaped. */
export interface Finding {
  /** `MCP-<letter><3 digits>`. */
  readonly ruleId: string;
  readonly title: string;
  readonly description: string;
  readonly severity: Severity;
  readonly confidence: Confidence;
  /** Why the confidence is lower than usual for the rule, a sentence each, sorted; empty if it is not. */
  readonly loweredBecause: readonly string[];
  readonly vulnerabilityClass: VulnerabilityClass;
  /** The number of the CWE. */
  readonly cwe: number;
  /** The CVSS 3.1 base vector of the rule, `AV:N/AC:L/…`. */
  readonly cvss: string;
  readonly location: {
    /** Inside the package, with `/`, exactly as in the package. */
    readonly path: string;
    /** From 1, inclusive. */
    readonly startLine: number;
    readonly endLine: number;
    /** From 1, in UTF-16 code units, the end exclusive; undefined when the lines are meant as a whole. */
    readonly startColumn?: number | undefined;
    readonly endColumn?: number | undefined;
    /** The text of the first line, printable and without secrets. */
    readonly snippet?: string;
  };
  readonly remediation: string;
  /** The tool, resource and handler that the finding concerns, when known. */
  readonly tool: string | undefined;
  /** All tools that reach the code, sorted; at most 200. */
  readonly tools: readonly string[];
  readonly resource: string | undefined;
  readonly handler: string | undefined;
  /** From source to sink, at most eight steps; the sink alone when there is no data flow. */
  readonly trace: readonly TraceStep[];
  readonly reach: Reach;
  /** Whether the tool's name and description promise exactly what its code does, and the words that promise it. */
  readonly byDesign: boolean;
  readonly promisedBy: string | undefined;
  /** A publisher's comment asks scanners to ignore this finding. It is still reported and counted. */
  readonly suppressed: boolean;
  /** The id of the group of findings with the same cause: SHA-256 in hex. */
  readonly group: string;
  readonly cause: {
    readonly path: string;
    readonly line: number;
    /** The name of a helper that the values of the group pass through; undefined when the sink is the cause. */
    readonly helper: string | undefined;
  };
  /** SHA-256 in hex of rule, path, tool or handler, normalized sink and occurrence: it survives edits of other lines. */
  readonly fingerprint: string;
}
