import type { StartFacts } from '@mcp-hub/client-configurations';
import { DAY_MS } from '../../../common/values/durations.js';
import { resolvedByNumber } from '../evaluation/resolved-by-number.js';
import type { Decision, PolicySet } from '../evaluation/policy-set.js';
import { versionSubject } from '../evaluation/version-subject.js';
import { isCertifiedStatus, type McpVersionStatus } from '../../catalog/version-order/version-statuses.js';
import type { VersionSource } from '../../catalog/mcps/version-source.js';
import type { McpFacts } from '../policies/mcp-facts.js';
import { UNCHANGED } from '../policies/targets/surface.js';
import type { CandidateRow, CandidateServer, CandidateVersion } from './candidates.read-model.js';

/**
 * What was decided about a version. `denied_by_name`: by a policy about the name of its server; `not_analyzed`: without a
 * complete analysis, which is a denial too.
 */
export type Outcome = 'allowed' | 'denied' | 'denied_by_name' | 'revoked' | 'not_analyzed';

/** A bundle in the registry. */
export interface RegistryBundle {
  readonly org: string;
  /** `sha256:<hex>` */
  readonly digest: string;
  /** `org/name@version`, by which the registry's clients start it; null if they cannot, or may start something else by it. */
  readonly reference: string | null;
  /** Of the file `.mcpb` that the registry has of the version, `sha256:<hex>`; null while there is none. */
  readonly mcpbDigest: string | null;
}

/** A version with what was decided about it. Times are in milliseconds. */
export interface VersionDecision {
  readonly id: string;
  readonly visibleVersion: string;
  readonly semver: string | null;
  /** Whether the gate takes that for this version of the server, and for no other one. */
  readonly isResolvedByNumber: boolean;
  /** Whether the tag of its semantic version was moved to another commit. */
  readonly isTagMoved: boolean;
  readonly isCertified: boolean;
  readonly status: McpVersionStatus;
  readonly commitHash: string;
  /** Of its bytes, `sha256:<hex>`; null if they are not known. */
  readonly digest: string | null;
  readonly releaseDigests: readonly string[];
  readonly source: VersionSource | null;
  /** Null if the registry does not have its bytes. */
  readonly bundle: RegistryBundle | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly revokedAt: number | null;
  readonly outcome: Outcome;
  /** What the gate says of it. */
  readonly decision: Decision;
  /** The analysis that was evaluated; null without a complete one. */
  readonly snapshotId: string | null;
  /** What its analysis says about its start; null if it does not. */
  readonly start: StartFacts | null;
  /** Of what it offers to clients; null if that is not known. */
  readonly surfaceDigest: string | null;
  /** Null without a complete analysis. */
  readonly globalScore: number | null;
}

/** A server with what was decided about its versions, the newest first. */
export interface ServerDecisions extends Omit<CandidateServer, 'license' | 'addedAt'> {
  readonly addedAt: number;
  readonly versions: VersionDecision[];
}

const NONE: readonly string[] = [];

/** Decides about servers as they are read, and finds when the first decision changes by itself. */
export class CatalogEvaluator {
  readonly servers: ServerDecisions[] = [];
  versions = 0;
  /** When the first decision may change without any change of rows, in milliseconds; Infinity for never. */
  nextChange: number;
  private readonly byId: ReadonlyMap<string, string>;

  /** @param licensesOf parses the text of a license */
  constructor(
    private readonly policies: PolicySet,
    private readonly now: Date,
    private readonly licensesOf: (text: string) => McpFacts['licenses'],
  ) {
    this.nextChange = policies.firstEnd?.getTime() ?? Infinity;
    this.byId = new Map(policies.policies.map(({ id, targetType }) => [id, targetType]));
  }

  /** How many policies deny or warn. */
  get policiesApplied(): number {
    return this.policies.applied;
  }

  /** Whether a policy denies versions that offer something else to clients than before. */
  get deniesChangedSurfaces(): boolean {
    return this.policies.policies.some(
      ({ action, targetType, targetValue }) =>
        action === 'DENY' && targetType === 'SURFACE' && targetValue === UNCHANGED,
    );
  }

  /**
   * Until when nothing that is allowed is denied without any change of rows: an exception ends, or holds only for versions up to an
   * age. In milliseconds; Infinity for ever.
   */
  get allowedUntil(): number {
    const agingExceptions = this.policies.policies.some(
      ({ action, targetType }) => action === 'ALLOW' && targetType === 'AGE',
    );
    return agingExceptions ? this.nextChange : (this.policies.firstEnd?.getTime() ?? Infinity);
  }

  /** Takes the rows of whole servers. */
  add(rows: readonly CandidateRow[]): void {
    const resolved = resolvedByNumber(rows.filter((row) => row.versionId !== null));
    for (const row of rows) {
      let server = this.servers.at(-1);
      if (server?.id !== row.id) this.servers.push((server = serverDecisions(row)));
      if (row.versionId === null) continue;
      this.versions += 1;
      server.versions.push(this.decided(row, row, resolved.has(row.versionId)));
    }
  }

  private decided(
    server: CandidateServer,
    version: CandidateVersion,
    isResolvedByNumber: boolean,
  ): VersionDecision {
    const subject = versionSubject(server, version, this.licensesOf);
    const decision = this.policies.evaluate(subject);
    if (subject.kind === 'analyzed') this.noteAges(version.createdAt.getTime());
    return {
      id: version.versionId,
      visibleVersion: version.visibleVersion,
      semver: version.semver,
      isResolvedByNumber,
      isTagMoved: version.isTagMoved,
      status: version.status,
      isCertified: isCertifiedStatus(version.status),
      commitHash: version.commitHash,
      digest: version.digest,
      releaseDigests: version.releaseDigests ?? NONE,
      source: version.source,
      bundle: bundleOf(version),
      createdAt: version.createdAt.getTime(),
      updatedAt: version.updatedAt.getTime(),
      revokedAt: version.revokedAt?.getTime() ?? null,
      outcome: this.outcomeOf(subject, decision),
      decision,
      snapshotId: version.snapshot?.id ?? null,
      start: version.snapshot?.start ?? null,
      surfaceDigest: version.snapshot?.surfaceDigest ?? null,
      globalScore: subject.kind === 'analyzed' ? subject.facts.globalScore : null,
    };
  }

  private outcomeOf(subject: ReturnType<typeof versionSubject>, { result, policy }: Decision): Outcome {
    if (subject.kind === 'revoked') return 'revoked';
    if (subject.kind !== 'analyzed') return 'not_analyzed';
    if (result === 'ALLOWED') return 'allowed';
    return this.byId.get(policy?.id ?? '') === 'MCP' ? 'denied_by_name' : 'denied';
  }

  private noteAges(createdAt: number): void {
    for (const days of this.policies.ages) {
      const reached = createdAt + days * DAY_MS;
      if (reached > this.now.getTime()) this.nextChange = Math.min(this.nextChange, reached);
    }
  }
}

const serverDecisions = ({
  id,
  name,
  nameKey,
  description,
  origin,
  own,
  vouched,
  platformSource,
  rank,
  repoUrl,
  repoKey,
  sourcePath,
  addedAt,
}: CandidateServer): ServerDecisions => ({
  id,
  name,
  nameKey,
  description,
  origin,
  own,
  vouched,
  platformSource,
  rank,
  repoUrl,
  repoKey,
  sourcePath,
  addedAt: addedAt.getTime(),
  versions: [],
});

function bundleOf({
  source,
  publishedOrg,
  publishedDigest,
  publishedReference: reference,
  mcpbDigest,
}: CandidateVersion): RegistryBundle | null {
  if (source?.kind === 'registry')
    return { org: source.org, digest: source.bundle_digest, reference, mcpbDigest };
  return publishedOrg === null || publishedDigest === null
    ? null
    : { org: publishedOrg, digest: publishedDigest, reference, mcpbDigest };
}
