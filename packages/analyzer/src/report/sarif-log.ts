/** The types of SARIF 2.1.0 that are used here and by the hub, with their names from the standard. */

/** The media type of SARIF (3.2). */
export const SARIF_TYPE = 'application/sarif+json';

/** The schema of the logs. */
export const SARIF_SCHEMA =
  'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/** Braces in a message's text are doubled: single ones are placeholders for arguments (3.11.5). */
export interface SarifMessage {
  readonly text: string;
}

/**
 * Text of others in a message: backslashes before brackets, which make links, and doubled braces, because single ones are
 * placeholders (3.11.5, 3.11.6).
 */
export const plainSarifText = (text: string): string =>
  text.replace(/[\\[\]]/g, '\\$&').replace(/[{}]/g, '$&$&');

interface SarifMultiformatText {
  readonly text: string;
  readonly markdown?: string;
}

/** The severity level of a result. */
export type SarifLevel = 'error' | 'warning' | 'note';

type Properties = Readonly<Record<string, unknown>>;

/** A rule. */
export interface SarifRule {
  readonly id: string;
  readonly name: string;
  readonly shortDescription: SarifMultiformatText;
  readonly fullDescription: SarifMultiformatText;
  readonly help: SarifMultiformatText;
  /** `none` for rules that have no results. */
  readonly defaultConfiguration: { readonly level: SarifLevel | 'none' };
  readonly properties: Properties;
}

/** A range of a file; without columns, the whole lines. */
export interface SarifRegion {
  readonly startLine: number;
  readonly startColumn?: number;
  readonly endLine?: number;
  readonly endColumn?: number;
  readonly snippet?: { readonly text: string };
}

/** A location in a file. */
export interface SarifLocation {
  readonly physicalLocation: {
    readonly artifactLocation: { readonly uri: string; readonly uriBaseId: string };
    readonly region: SarifRegion;
  };
  readonly logicalLocations?: readonly { readonly name: string; readonly kind: string }[];
  readonly message?: SarifMessage;
}

/** The reason why a result is suppressed. */
export interface SarifSuppression {
  readonly kind: 'inSource' | 'external';
  readonly status: 'accepted' | 'underReview';
  readonly justification: string;
}

/** A finding. */
export interface SarifResult {
  readonly ruleId: string;
  readonly ruleIndex?: number;
  readonly level: SarifLevel;
  readonly message: SarifMessage;
  readonly locations: readonly SarifLocation[];
  readonly codeFlows?: readonly {
    readonly threadFlows: readonly {
      readonly locations: readonly { readonly location: SarifLocation }[];
    }[];
  }[];
  readonly partialFingerprints: Readonly<Record<string, string>>;
  readonly suppressions: readonly SarifSuppression[];
  readonly baselineState?: 'new' | 'unchanged';
  readonly properties: Properties;
}

/** A message about the analysis itself. */
export interface SarifNotification {
  readonly descriptor: { readonly id: string; readonly index: number };
  readonly level: 'error';
  readonly message: SarifMessage;
}

/** One run of an analysis. */
export interface SarifRun {
  readonly tool: {
    readonly driver: {
      readonly name: string;
      readonly version: string;
      readonly rules: readonly SarifRule[];
      readonly notifications: readonly {
        readonly id: string;
        readonly shortDescription: SarifMultiformatText;
      }[];
    };
  };
  readonly invocations: readonly {
    readonly executionSuccessful: boolean;
    readonly toolExecutionNotifications: readonly SarifNotification[];
  }[];
  readonly originalUriBaseIds: Readonly<Record<string, { readonly description: SarifMessage }>>;
  readonly results: readonly SarifResult[];
  readonly properties: Properties;
}

/** The fields common to the runs of the analyzer and of the hub's gate. */
interface AnyRun {
  readonly tool: {
    readonly driver: {
      readonly name: string;
      readonly rules: readonly { readonly id: string; readonly shortDescription: SarifMultiformatText }[];
    };
  };
  readonly invocations: readonly { readonly executionSuccessful: boolean }[];
  readonly results: readonly {
    readonly ruleId: string;
    readonly level: SarifLevel;
    readonly message: SarifMessage;
    readonly locations: readonly object[];
    readonly properties: Properties;
  }[];
  readonly properties: Properties;
}

/** A SARIF document. */
export interface SarifLog<Run extends AnyRun = SarifRun> {
  readonly $schema: string;
  readonly version: '2.1.0';
  readonly runs: readonly [Run];
}

/** A log with one run. */
export const sarifLog = <Run extends AnyRun>(run: Run): SarifLog<Run> => ({
  $schema: SARIF_SCHEMA,
  version: '2.1.0',
  runs: [run],
});
