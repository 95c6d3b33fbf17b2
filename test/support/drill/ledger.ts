/** A change for which the audit trail has to have an event: exactly one if its request was acknowledged, at most one if not. */
export interface TrailedChange {
  readonly action: string;
  /** What it is about, as `subjectOf` in the invariants of the trail reads it; undefined while only the server knows it. */
  readonly subject: string | undefined;
  readonly isAcknowledged: boolean;
}

/** A version of the registry, as far as it has come. */
export interface KeptVersion {
  readonly name: string;
  readonly version: string;
  readonly digest: string;
  /** Whether its bytes, and its status, were acknowledged. */
  isUploaded: boolean;
  isPublished: boolean;
}

/** A version that was pushed; its finalization was acknowledged. */
export interface PushedVersion {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly digest: string;
  readonly isVulnerable: boolean;
}

/** A token, whose revocation may have been acknowledged or not. */
export interface KeptToken {
  readonly id: string;
  /** The lane that made it, the only one that changes it. */
  readonly lane: number;
  readonly authorization: string;
  state: 'works' | 'revoked' | 'unknown';
}

/** An object that is changed and deleted: its contents that are possible now, undefined for its absence. */
export interface KeptObject {
  readonly id: string;
  readonly lane: number;
  possible: readonly (string | undefined)[];
}

/** The address of an allow list after a rotation without an answer, which would have had it. */
export const UNKNOWN_ADDRESS = '?';

/** What was acknowledged during a drill, and what was wrong on the way. */
export class Ledger {
  acknowledged = 0;
  /** Requests that got no answer, or one that the server or something before it is unavailable. */
  unanswered = 0;
  readonly changes: TrailedChange[] = [];
  readonly versions: KeptVersion[] = [];
  readonly pushes: PushedVersion[] = [];
  /** Ids of reports. */
  readonly reports: string[] = [];
  /** Check tokens of scans. */
  readonly scans: string[] = [];
  /** Ids of failed evaluations. */
  readonly evaluations: string[] = [];
  readonly serviceTokens: KeptToken[] = [];
  readonly registryTokens: KeptToken[] = [];
  readonly policies: KeptObject[] = [];
  /** Their contents are paths of addresses. */
  readonly allowLists: KeptObject[] = [];
  /** The plans of paying organizations, by their ids. */
  readonly plans = new Map<string, readonly string[]>();
  /** Refusals and answers that nothing but a defect explains. */
  readonly unexpected: string[] = [];
}
