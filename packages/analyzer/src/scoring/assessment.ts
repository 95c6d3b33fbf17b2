import type { Finding, Severity } from '../findings/finding.js';
import type { Transport } from '../surface/surface.js';

/**
 * What controls and scores read of a finding. That a publisher suppresses it is not among it, and so cannot count.
 * What takes effect without a handler (a description, an install script, the transport) must have the reach `handler`:
 * what is `unreachable` caps nothing.
 */
export type AssessedFinding = Pick<
  Finding,
  'ruleId' | 'severity' | 'confidence' | 'vulnerabilityClass' | 'reach' | 'fingerprint'
>;

/** How much of the package was read. */
export interface ScanFacts {
  /** Whether all that should be read has been: false after a limit, a refused file, a file that does not parse. */
  readonly complete: boolean;
  /** Why the scan is not complete, a sentence each; any of them makes it incomplete. */
  readonly reasons: readonly string[];
  /** Source files of the product: no tests, documentation, examples or vendored code. */
  readonly productFiles: number;
  /** Those of them that were parsed without an error. */
  readonly parsedProductFiles: number;
}

/** A tool that the server offers. */
export interface ToolFacts {
  /** Its input schema gives each of its parameters a type; true without parameters. */
  readonly typedSchema: boolean;
  /** It has a description that is not empty. */
  readonly described: boolean;
  /** Parameters that are strings. */
  readonly stringParameters: number;
  /** Those of them that the schema bounds (length, pattern, format, enum) or the code validates. */
  readonly boundedStringParameters: number;
  /** The README has its name. */
  readonly namedInReadme: boolean;
}

/** How the server is reached. */
export interface TransportFacts {
  /** The one that is open to most callers, where there are several: a network before `stdio`. */
  readonly kind: Transport;
  /** It listens on loopback addresses alone. Of this and the following, nothing is read with `stdio`. */
  readonly bindsLoopback: boolean;
  /** It speaks TLS itself. */
  readonly usesTls: boolean;
  /** It refuses requests with a foreign Origin or Host header. */
  readonly checksOrigin: boolean;
  /** It refuses callers who do not say who they are. */
  readonly authenticates: boolean;
}

export interface SurfaceFacts {
  readonly tools: readonly ToolFacts[];
  readonly transport: TransportFacts;
}

/** An advisory that speaks of a dependency, in the version that is installed. */
export interface DependencyMatch {
  /** The same for all matches of one package, `ecosystem:name@version` or the like. */
  readonly package: string;
  readonly severity: Severity;
  /** `dev` is what is installed for development only, direct or not. */
  readonly context: 'direct' | 'transitive' | 'dev';
  /** The package was published to do harm. It then counts as critical, whatever the severity says. */
  readonly malicious: boolean;
}

export interface DependencyFacts {
  /** Packages that the product depends on, direct, transitive and for development, each once. */
  readonly count: number;
  /** Those of them whose license is known. */
  readonly withKnownLicense: number;
  /** False where a missing match says nothing: there are no advisories of some ecosystem, or no versions are known. */
  readonly advisoriesObservable: boolean;
  readonly matches: readonly DependencyMatch[];
  /** Direct dependencies that run a script when they are installed. */
  readonly directInstallScripts: number;
  /** Dependencies that are asked for from git or over http, or in any version (`*`, empty). */
  readonly unpinned: number;
}

/** The lockfiles of the product, all together. */
export type LockfileState =
  | { readonly state: 'none_needed' }
  | { readonly state: 'not_observable' }
  | { readonly state: 'none' }
  | {
      readonly state: 'present';
      /** Dependencies that it holds. */
      readonly locked: number;
      /** Those of them that it holds a digest of. */
      readonly hashed: number;
      /** It holds all that the manifests ask for. */
      readonly inSync: boolean;
    };

/** What the package's own license asks for. `unrecognised`: neither a valid SPDX expression nor a known text. */
export type LicenseGroup =
  | 'permissive'
  | 'weak_copyleft'
  | 'strong_copyleft'
  | 'network_or_source_available'
  | 'unrecognised'
  | 'none';

export interface DocumentationFacts {
  /** Characters of the README; null without one. */
  readonly readmeLength: number | null;
  /** The README says how to install the server, and how to use it. */
  readonly installation: boolean;
  readonly usage: boolean;
  /** Files of these names are there. */
  readonly securityPolicy: boolean;
  readonly licenseFile: boolean;
  readonly changelog: boolean;
}

export interface TestFacts {
  readonly files: number;
  /** A test runner is configured, or asked for by a manifest. */
  readonly runner: boolean;
  /** Lines of test files. */
  readonly lines: number;
  /** Lines of the product's source files. */
  readonly sourceLines: number;
}

export interface CiFacts {
  /** There is a workflow file of a known system. The next three are read only then. */
  readonly workflow: boolean;
  readonly runsTests: boolean;
  /** Every action or image of others is pinned to a digest or commit; true without any. */
  readonly actionsPinned: boolean;
  /** The workflow's token has no more than the rights that are named. */
  readonly leastPermissions: boolean;
  /** A scanner runs, or a bot updates dependencies. */
  readonly scannerOrBot: boolean;
}

export interface CodeQualityFacts {
  /** Calls in product code to a network or another program. */
  readonly outboundCalls: number;
  /** Those of them that have a time limit. */
  readonly outboundCallsWithTimeout: number;
  /** Handlers of exceptions that neither log, return nor throw. */
  readonly swallowedExceptions: number;
  /** Comments that turn off a rule, or all rules, for a whole file. */
  readonly blanketSuppressions: number;
}

/** All facts that controls and scores are made of. The same facts give the same results, in whatever order they stand. */
export interface Assessment {
  readonly findings: readonly AssessedFinding[];
  readonly scan: ScanFacts;
  /**
   * The package comes without what clients strip from bundles: lockfiles, tests and files of continuous integration.
   * That these are absent then says nothing.
   */
  readonly bundle: boolean;
  readonly surface: SurfaceFacts;
  readonly codeQuality: CodeQualityFacts;
  readonly dependencies: DependencyFacts;
  readonly lockfile: LockfileState;
  readonly license: LicenseGroup;
  readonly documentation: DocumentationFacts;
  readonly tests: TestFacts;
  readonly ci: CiFacts;
  /** Evidence that is stored for the digest of what was analyzed, and verified. */
  readonly storedEvidence: { readonly sbom: boolean; readonly attestation: boolean };
}
