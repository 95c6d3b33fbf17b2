import type { RuleName } from '../built-in-rules.js';
import type { StartFacts } from '../start-facts.js';

/** The payload type of the envelope of signed decisions. */
export const DECISIONS_PAYLOAD = 'application/vnd.mcp-hub.decisions+json';

/** The version of the document's form. A reader refuses others: it would not know what they say. */
export const DECISIONS_SCHEMA = 1;

/** How long clients go on with what they have before they ask again, in seconds, unless the document says otherwise. */
export const DEFAULT_ASK_AGAIN_SECONDS = 900;

/** Bounds of a document, for those who make and read it. */
export const DECISIONS_LIMITS = {
  /** Bytes of the document. */
  documentBytes: 48 * 1024 * 1024,
  /** Entries that are allowed, and entries that are denied. What is not in the document is denied, too. */
  entries: 20_000,
  /** References of an entry, and versions of a reference. */
  references: 200,
  /** Reasons and warnings of an entry. */
  reasons: 32,
  /** Commands and variables of an entry, each. */
  start: 1000,
  /** UTF-16 code units of a text. */
  text: 4000,
  /** Tools, prompts and resources of an entry, each. */
  surface: 1000,
  /** Parameters of a tool without a known description. */
  parameters: 200,
  /** Code hosts. */
  hosts: 1000,
} as const;

/** What signed decisions say about: an organization's policies in one environment. */
export interface DecisionsDocument {
  readonly schema_version: typeof DECISIONS_SCHEMA;
  readonly organization: { readonly id: string; readonly slug: string };
  readonly environment: string;
  /** Grows with each issue of this organization and environment; a safe integer. */
  readonly revision: number;
  /** RFC 3339, in UTC with milliseconds; so is `valid_until`. */
  readonly issued_at: string;
  /** From then on it decides nothing. */
  readonly valid_until: string;
  /** After how many seconds clients ask for a newer one. */
  readonly ask_again_seconds: number;
  /** The hosts whose addresses are repositories; other addresses are running servers. */
  readonly code_hosts: readonly string[];
  /** How many policies deny or warn in the environment; with none, only the built-in rules decide. */
  readonly policies_applied: number;
  /**
   * What happens to tools, prompts and resources that a running server shows and its analyzed version does not have: `drop`
   * if a policy denies changed surfaces, else `report`.
   */
  readonly surface_changes: 'drop' | 'report';
  /** How many denied versions are not in the document, which has too many; they are denied all the same. */
  readonly denied_left_out: number;
  readonly entries: readonly DecisionEntry[];
}

/** Where the bytes of a version come from. */
export type DecidedKind = 'npm' | 'pypi' | 'mcpb' | 'repository' | 'registry' | 'upload' | 'unknown';

/** What is decided about one version of a server. */
export interface DecisionEntry {
  /** `owner/slug` in the catalog. */
  readonly name: string;
  readonly kind: DecidedKind;
  /** As it is shown in the catalog. */
  readonly version: string;
  readonly semver: string | null;
  /** Of what was analyzed: `sha256:<hex>`; null if it is not known. */
  readonly digest: string | null;
  readonly decision: 'ALLOWED' | 'DENIED';
  /** Why it is denied; empty for what is allowed. */
  readonly reasons: readonly string[];
  /** What decided; null for what no policy is about. */
  readonly policy: RuleName | null;
  readonly warnings: readonly { readonly reason: string; readonly policy: RuleName }[];
  /** 0 to 100; null without a complete analysis. */
  readonly score: number | null;
  /** The package version that was analyzed; null for other kinds. */
  readonly package: { readonly name: string; readonly version: string } | null;
  /** The bundle that the registry has: its organization there, and `sha256:<hex>`; null if it has none. */
  readonly bundle: { readonly org: string; readonly digest: string } | null;
  /** Digest of its file `.mcpb` in the registry, `sha256:<hex>`; null or absent where there is none. */
  readonly mcpb_digest?: string | null;
  /** What its analysis says about its start, for versions that may start; null or absent where it does not. */
  readonly start?: StartFacts | null;
  /** SHA-256 of the surface, `sha256:<hex>`; null if the surface is not known. */
  readonly surface_digest: string | null;
  /** What the analyzed version offers, for what is allowed; else null, as where it is not known. */
  readonly surface: DecidedSurface | null;
  /** The names and versions that mean it, and nothing else. */
  readonly references: readonly DecidedReference[];
}

/** A name that means a version, with the versions of it that do. */
export interface DecidedReference {
  /** As `referenceKey` makes it of a name. */
  readonly name: string;
  /** Versions as they are written: visible ones, those of packages, digests, and `latest` for the newest one. */
  readonly versions: readonly string[];
  /** Semantic versions, also with a leading `v`. */
  readonly numbers: readonly string[];
  /** A whole commit, of which 7 digits are enough where they are unique. */
  readonly commits: readonly string[];
  /** Whether `mcp-hub run` starts it by the name alone: the newest allowed version whose bytes can be fetched. */
  readonly starts_newest?: boolean;
}

/** What a server offers to clients, each list by names in code-unit order. */
export interface DecidedSurface {
  readonly tools: readonly SurfaceItem[];
  /** Null if an analyzer that does not read them has analyzed the version. */
  readonly prompts: readonly SurfaceItem[] | null;
  readonly resources: readonly SurfaceItem[] | null;
}

/** A tool, prompt or resource. */
export interface SurfaceItem {
  readonly name: string;
  /** SHA-256 of its description in UTF-8, `sha256:<hex>`; null if it is made at run time or there is none. */
  readonly text: string | null;
  /** Of a tool: what its schema says of its parameters; null or absent where that is not known. */
  readonly parameters?: DecidedParameters | null;
}

/** The parameters of a tool, as the analyzer reports them. */
export interface DecidedParameters {
  /** `parametersDigest` of their names and descriptions, those in `unknown` without one. */
  readonly digest: string;
  /** Those whose description is not known, or that have none. */
  readonly unknown: readonly string[];
}
