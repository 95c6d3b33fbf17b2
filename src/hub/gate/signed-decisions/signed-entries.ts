import type { StartFacts } from '@mcp-hub/client-configurations';
import {
  DECISIONS_LIMITS,
  type DecidedSurface,
  type DecisionEntry,
} from '@mcp-hub/client-configurations/decisions';
import { conflict } from '../../../common/errors/api-error.js';
import { isSha256Digest } from '../../../common/values/sha256-digest.js';
import type { VersionSource } from '../../catalog/mcps/version-source.js';
import type { VersionDecision } from '../catalog-decisions/catalog-evaluator.js';
import type { Decided, DecidedServer } from '../catalog-decisions/decided.js';
import { DecidedReferences } from './decided-references.js';

/** The entries of a document, and how many denied versions had no place in it. */
export interface SignedEntries {
  readonly entries: readonly DecisionEntry[];
  readonly deniedLeftOut: number;
}

interface Decidable {
  readonly server: DecidedServer;
  readonly version: VersionDecision;
}

/** The surfaces of versions, by the ids of their snapshots. */
export type SurfacesOf = (snapshotIds: readonly string[]) => Promise<ReadonlyMap<string, DecidedSurface>>;

/**
 * The entries for all versions that a name means: the allowed ones, and denied ones as far as there is room, because what the
 * document does not have is denied, too.
 * @throws 409 for too many that are allowed
 */
export async function signedEntries(decided: Decided, surfacesOf: SurfacesOf): Promise<SignedEntries> {
  const references = new DecidedReferences(decided);
  const named = decided.servers
    .flatMap((server) => server.versions.map((version): Decidable => ({ server, version })))
    .filter(({ version }) => references.of(version).length > 0);
  const allowed = named.filter(({ version }) => version.outcome === 'allowed');
  if (allowed.length > DECISIONS_LIMITS.entries) {
    throw conflict(
      `the decisions would have more than ${DECISIONS_LIMITS.entries} allowed versions; add policies that allow fewer servers, ` +
        'such as one that denies other origins or lower certification levels',
    );
  }
  const isListed = new Set<VersionDecision>(allowed.map(({ version }) => version));
  const denied = named.filter(({ version }) => !isListed.has(version));
  for (const { version } of denied.slice(0, DECISIONS_LIMITS.entries)) isListed.add(version);
  const surfaces = await surfacesOf(allowed.flatMap(({ version }) => version.snapshotId ?? []));
  const entries = named
    .filter(({ version }) => isListed.has(version))
    .map(({ server, version }) => entryOf(server, version, references, surfaces));
  return { entries, deniedLeftOut: Math.max(0, denied.length - DECISIONS_LIMITS.entries) };
}

function entryOf(
  server: DecidedServer,
  version: VersionDecision,
  references: DecidedReferences,
  surfaces: ReadonlyMap<string, DecidedSurface>,
): DecisionEntry {
  const { result, reason, policy, warnings } = version.decision;
  const { text, reasons, references: maxReferences } = DECISIONS_LIMITS;
  return {
    name: server.name,
    kind: version.source?.kind ?? 'unknown',
    version: version.visibleVersion,
    semver: version.semver,
    digest: isSha256Digest(version.digest) ? version.digest : null,
    decision: result,
    reasons: result === 'ALLOWED' || reason === undefined ? [] : [reason.slice(0, text)],
    policy: policy ?? null,
    warnings: warnings
      .slice(0, reasons)
      .map((warning) => ({ ...warning, reason: warning.reason.slice(0, text) })),
    score: version.globalScore,
    package: packageOf(version.source),
    bundle: bundleOf(version),
    mcpb_digest: version.bundle?.mcpbDigest ?? null,
    start: startOf(server, version),
    surface_digest: version.surfaceDigest,
    surface: surfaces.get(version.snapshotId ?? '') ?? null,
    references: references
      .of(version)
      .slice(0, maxReferences)
      .map((each) => ({ ...each, versions: each.versions.slice(0, maxReferences) })),
  };
}

function bundleOf({ bundle }: VersionDecision): DecisionEntry['bundle'] {
  return bundle !== null && isSha256Digest(bundle.digest) ? { org: bundle.org, digest: bundle.digest } : null;
}

/** Also of a version without a server: it may start beside one. */
function startOf(server: DecidedServer, { outcome, decision, start }: VersionDecision): StartFacts | null {
  if (start === null || (outcome !== 'allowed' && decision.builtIn !== 'no_server')) return null;
  return { commands: start.commands, variables: [...start.variables, ...(server.launch?.variables ?? [])] };
}

const packageOf = (source: VersionSource | null): DecisionEntry['package'] =>
  source?.kind === 'npm' || source?.kind === 'pypi' ? { name: source.name, version: source.version } : null;
