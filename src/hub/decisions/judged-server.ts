import type { PolicySet } from '../ci/policy-evaluation.js';
import { versionSubject } from '../ci/version-facts.js';
import type { VersionSource } from '../mcps/version-source.js';
import type { McpFacts } from '../policies/mcp-facts.js';
import type { CandidateRow, CandidateServer, CandidateVersion } from './candidates.read-model.js';
import { meantByNumber } from './meant-by-number.js';

/**
 * What was decided about a version. `denied_by_name`: by a policy about the name of its server; `not_analyzed`: without a
 * complete analysis, which is a denial too.
 */
export type Verdict = 'allowed' | 'denied' | 'denied_by_name' | 'revoked' | 'not_analyzed';

/** A bundle in the registry. */
export interface RegistryBundle {
  readonly org: string;
  /** `sha256:<hex>` */
  readonly digest: string;
}

/** A version with what was decided about it. Times are in milliseconds. */
export interface JudgedVersion {
  readonly id: string;
  readonly visibleVersion: string;
  readonly semver: string | null;
  /** Whether the gate takes that for this version of the server, and for no other one. */
  readonly isMeantByNumber: boolean;
  readonly source: VersionSource | null;
  /** Null if the registry does not have its bytes. */
  readonly bundle: RegistryBundle | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly revokedAt: number | null;
  readonly verdict: Verdict;
}

/** A server with what was decided about its versions, the newest first. */
export interface JudgedServer extends Omit<CandidateServer, 'license' | 'addedAt'> {
  readonly addedAt: number;
  readonly versions: JudgedVersion[];
}

const DAY_MS = 86_400_000;

/** Decides about servers as they are read, and finds when the first decision changes by itself. */
export class Judge {
  readonly servers: JudgedServer[] = [];
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

  /** Takes the rows of whole servers. */
  add(rows: readonly CandidateRow[]): void {
    const meant = meantByNumber(rows.filter((row) => row.versionId !== null));
    for (const row of rows) {
      let server = this.servers.at(-1);
      if (server?.id !== row.id) this.servers.push((server = judgedServer(row)));
      if (row.versionId === null) continue;
      this.versions += 1;
      server.versions.push(this.judged(row, row, meant.has(row.versionId)));
    }
  }

  private judged(
    server: CandidateServer,
    version: CandidateVersion,
    isMeantByNumber: boolean,
  ): JudgedVersion {
    const subject = versionSubject(server, version, this.licensesOf);
    if (subject.kind === 'analyzed') this.noteAges(version.createdAt.getTime());
    return {
      id: version.versionId,
      visibleVersion: version.visibleVersion,
      semver: version.semver,
      isMeantByNumber,
      source: version.source,
      bundle: bundleOf(version),
      createdAt: version.createdAt.getTime(),
      updatedAt: version.updatedAt.getTime(),
      revokedAt: version.revokedAt?.getTime() ?? null,
      verdict: this.verdictOf(subject),
    };
  }

  private verdictOf(subject: ReturnType<typeof versionSubject>): Verdict {
    if (subject.kind === 'revoked') return 'revoked';
    if (subject.kind !== 'analyzed') return 'not_analyzed';
    const { result, policy } = this.policies.judge(subject);
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

const judgedServer = ({
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
}: CandidateServer): JudgedServer => ({
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

function bundleOf({ source, publishedOrg, publishedDigest }: CandidateVersion): RegistryBundle | null {
  if (source?.kind === 'registry') return { org: source.org, digest: source.bundle_digest };
  return publishedOrg === null || publishedDigest === null
    ? null
    : { org: publishedOrg, digest: publishedDigest };
}
