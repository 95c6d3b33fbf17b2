import { SEVERITIES, type McpVersionStatus } from '../mcps/mcp-values.js';
import type { McpFacts, SeverityBound } from '../policies/mcp-facts.js';
import type { FoundVersion, NamedServer } from './ci-catalog.read-model.js';
import type { SnapshotFacts } from './latest-analysis.js';
import type { Subject } from './subject.js';

/** What policies evaluate of a server. */
export type ServerFacts = Pick<NamedServer, 'nameKey' | 'license' | 'origin'>;

/** What policies evaluate of a version. */
export type VersionFacts = Pick<
  FoundVersion,
  'revoked' | 'status' | 'certificationLevel' | 'createdAt' | 'snapshot'
>;

/** Statuses of analyzed versions. */
const ANALYZED: readonly McpVersionStatus[] = ['CERTIFIED', 'NOT_CERTIFIED', 'PUBLISHED'];

/**
 * What a version of a server is to policies.
 * @param licensesOf parses the text of a license
 */
export function versionSubject(
  server: ServerFacts,
  { revoked, status, certificationLevel, createdAt, snapshot }: VersionFacts,
  licensesOf: (text: string) => McpFacts['licenses'],
): Subject {
  if (revoked !== null) return { kind: 'revoked', reason: revoked };
  if (!ANALYZED.includes(status)) return { kind: status === 'FAILED' ? 'analysis_failed' : 'not_analyzed' };
  if (snapshot === null) return { kind: 'incomplete_analysis' };
  return {
    kind: 'analyzed',
    facts: {
      nameKey: server.nameKey,
      origin: server.origin,
      licenses: licensesOf(server.license),
      createdAt,
      globalScore: snapshot.globalScore,
      certificationLevel,
      worstFinding: worstOf(snapshot),
      classes: snapshot.classes,
      controls: new Map(Object.entries(snapshot.controls)),
    },
  };
}

const worstOf = (snapshot: SnapshotFacts): SeverityBound =>
  SEVERITIES.find((severity) => snapshot[severity] > 0) ?? 'none';

/** Each license text is parsed once. */
export function memoized<K, V>(valueOf: (key: K) => V): (key: K) => V {
  const values = new Map<K, V>();
  return (key) => {
    const cached = values.get(key);
    if (cached !== undefined) return cached;
    const value = valueOf(key);
    values.set(key, value);
    return value;
  };
}
