import type { Finding, Severity } from '../findings/finding.js';
import type { LicenseGroup } from '../licenses/license-group.js';
import type { Transport } from '../surface/surface.js';

/**
 * The fields of a finding that controls and scores use. Suppression by the publisher is left out, so that it cannot count. A
 * finding that takes effect without a handler (a description, an install script, the transport) must have the reach `handler`:
 * `unreachable` findings cap nothing.
 */
export type AssessedFinding = Pick<
  Finding,
  'ruleId' | 'severity' | 'confidence' | 'vulnerabilityClass' | 'reach' | 'fingerprint'
>;

/** How much of the package was analyzed. */
export interface ScanFacts {
  /** Whether everything relevant was analyzed: false after a limit, a refused file, a parse error. */
  readonly complete: boolean;
  /** Why the scan is incomplete, a sentence each; any of them makes it incomplete. */
  readonly reasons: readonly string[];
  /** Whether product code is missing: it was not read or followed to its end, or the tools in it were not recognized. */
  readonly missesProduct?: boolean;
  /** Source files of the product, without tests, documentation, examples and vendored code. */
  readonly productFiles: number;
  /** Those that parsed without an error. */
  readonly parsedProductFiles: number;
}

/** A tool of the server. */
export interface ToolFacts {
  /** Its input schema gives every parameter a type; true without parameters. */
  readonly typedSchema: boolean;
  /** It has a non-empty description. */
  readonly described: boolean;
  /** The number of string parameters. */
  readonly stringParameters: number;
  /** Those bounded by the schema (length, pattern, format, enum) or validated by the code. */
  readonly boundedStringParameters: number;
  /** Its name occurs in the README. */
  readonly namedInReadme: boolean;
}

/** How the server is reached. */
export interface TransportFacts {
  /** The most exposed one, when there are several: a network transport before `stdio`. */
  readonly kind: Transport;
  /** It listens on loopback addresses only. This and the following fields are ignored with `stdio`. */
  readonly bindsLoopback: boolean;
  /** It serves TLS itself. */
  readonly usesTls: boolean;
  /** It rejects requests with a foreign Origin or Host header. */
  readonly checksOrigin: boolean;
  /** It rejects unauthenticated callers. */
  readonly authenticates: boolean;
}

export interface SurfaceFacts {
  readonly tools: readonly ToolFacts[];
  readonly transport: TransportFacts;
}

/** An advisory that affects an installed version of a dependency. */
export interface DependencyMatch {
  /** The same for all matches of one package, for example `ecosystem:name@version`. */
  readonly package: string;
  readonly severity: Severity;
  /** `dev` for packages installed for development only, direct or transitive. */
  readonly context: 'direct' | 'transitive' | 'dev';
  /** The package is malware. It counts as critical, whatever the severity. */
  readonly malicious: boolean;
}

export interface DependencyFacts {
  /** Dependencies of the product: direct, transitive and for development, each once. */
  readonly count: number;
  /** Those with a known license. */
  readonly withKnownLicense: number;
  /** Those that were compared with advisories. */
  readonly compared: number;
  /** What is not known of the dependencies that an installation needs, a sentence each. */
  readonly unknown: readonly string[];
  /** False when the absence of matches proves nothing: some were not compared, or are not known. */
  readonly advisoriesObservable: boolean;
  readonly matches: readonly DependencyMatch[];
  /** Direct dependencies with an install script. */
  readonly directInstallScripts: number;
  /** Dependencies from Git or a URL, or without a version constraint (`*`, empty). */
  readonly unpinned: number;
}

/** The combined state of the product's lockfiles. */
export type LockfileState =
  | { readonly state: 'none_needed' }
  | { readonly state: 'not_observable' }
  | { readonly state: 'none' }
  | {
      readonly state: 'present';
      /** Locked dependencies. */
      readonly locked: number;
      /** Those with a digest. */
      readonly hashed: number;
      /** It contains all dependencies of the manifests. */
      readonly inSync: boolean;
    };

export interface DocumentationFacts {
  /** The length of the README in characters; null without one. */
  readonly readmeLength: number | null;
  /** The README describes installation and usage. */
  readonly installation: boolean;
  readonly usage: boolean;
  /** Whether these files exist. */
  readonly securityPolicy: boolean;
  readonly licenseFile: boolean;
  readonly changelog: boolean;
}

export interface TestFacts {
  readonly files: number;
  /** A test runner is configured or is a dependency. */
  readonly runner: boolean;
  /** Lines of test files. */
  readonly lines: number;
  /** Lines of the product's source files. */
  readonly sourceLines: number;
}

export interface CiFacts {
  /** There is a workflow of a known CI system. The next three fields are ignored without one. */
  readonly workflow: boolean;
  readonly runsTests: boolean;
  /** Every third-party action or image is pinned to a digest or commit; true without any. */
  readonly actionsPinned: boolean;
  /** The permissions of the workflow's token are restricted. */
  readonly leastPermissions: boolean;
  /** A security scanner runs, or a bot updates dependencies. */
  readonly scannerOrBot: boolean;
}

export interface CodeQualityFacts {
  /** Calls in product code to a network or another program. */
  readonly outboundCalls: number;
  /** Those with a timeout. */
  readonly outboundCallsWithTimeout: number;
  /** Exception handlers that neither log, return nor throw. */
  readonly swallowedExceptions: number;
  /** Comments that disable one or all linter rules for a whole file. */
  readonly blanketSuppressions: number;
}

/** All inputs of controls and scores. The same facts give the same results, in whatever order they are. */
export interface Assessment {
  readonly findings: readonly AssessedFinding[];
  readonly scan: ScanFacts;
  /**
   * The package lacks files that publishing clients leave out: lockfiles, tests and CI configuration. Their absence then proves
   * nothing.
   */
  readonly bundle: boolean;
  readonly surface: SurfaceFacts;
  readonly codeQuality: CodeQualityFacts;
  readonly dependencies: DependencyFacts;
  readonly lockfile: LockfileState;
  /** Of the package's own license. */
  readonly license: LicenseGroup;
  readonly documentation: DocumentationFacts;
  readonly tests: TestFacts;
  readonly ci: CiFacts;
  /** Verified evidence that is stored for the analyzed digest. */
  readonly storedEvidence: { readonly sbom: boolean; readonly attestation: boolean };
}
