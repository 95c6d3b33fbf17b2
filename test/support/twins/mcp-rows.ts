import type { VersionSource } from '../../../src/hub/catalog/mcps/version-source.js';
import { releaseKeyOf } from '../../../src/hub/catalog/mcps/release-key.js';
import { repositoryKey } from '@mcp-hub/client-configurations/names';
import { aFinding } from '../analyses.js';
import { BREAKDOWN } from '../catalog.js';
import { EVIDENCE } from '../evidence.js';
import { daysAgo, digestOf, idOf, type Mark } from './marks.js';
import type { TwinRows } from './rows.js';

/** The keys of the stored documents of snapshots. */
export type EvidenceKeys = Readonly<Record<string, string>>;

export type Severity = 'critical' | 'high' | 'medium' | 'low';

/** A finding of a version. */
export interface TwinFinding {
  readonly name: string;
  readonly severity: Severity;
  readonly class: string;
  readonly owasp: string;
  readonly columns?: Readonly<Record<string, unknown>>;
}

/** A version with its analysis. */
export interface TwinVersion {
  readonly number: string | null;
  readonly days: number;
  readonly score: number;
  readonly level: number;
  readonly source: VersionSource;
  readonly findings: readonly TwinFinding[];
  /** Controls that passed, or did not. */
  readonly controls: Readonly<Record<string, boolean>>;
  readonly columns?: Readonly<Record<string, unknown>>;
  readonly snapshot?: Readonly<Record<string, unknown>>;
  readonly job?: Readonly<Record<string, unknown>>;
  readonly publication?: Readonly<Record<string, unknown>>;
}

/** A server of a world, or its twin. */
export interface TwinMcp {
  readonly mark: Mark;
  /** Of the organization; of the platform without one. */
  readonly org: { readonly key: string; readonly id: string } | null;
  readonly slug: string;
  readonly name: string;
  readonly repoUrl: string;
  readonly versions: readonly TwinVersion[];
  /** The platform's tags that it has. */
  readonly tags?: readonly string[];
  readonly columns?: Readonly<Record<string, unknown>>;
}

const ownerOf = ({ org }: TwinMcp): string => org?.key ?? 'platform';

// What is public is not secret.
const byOf = (mcp: TwinMcp): string => `${mcp.mark === 'open' ? 'by' : 'of'} ${ownerOf(mcp)}`;

export const mcpIdOf = (mcp: TwinMcp): string => idOf(mcp.mark, ownerOf(mcp), 'mcp', mcp.slug);
export const versionIdOf = (mcp: TwinMcp, { number, days }: TwinVersion, mark = mcp.mark): string =>
  idOf(mark, ownerOf(mcp), 'version', mcp.slug, number ?? String(days));
export const findingIdOf = (mcp: TwinMcp, name: string, mark = mcp.mark): string =>
  idOf(mark, ownerOf(mcp), 'finding', mcp.slug, name);
const snapshotIdOf = (mcp: TwinMcp, version: TwinVersion, mark = mcp.mark): string =>
  idOf(mark, ownerOf(mcp), 'snapshot', mcp.slug, version.number ?? String(version.days));

/** The bytes of a version: twins of other organizations have the same. */
export const bytesOf = (slug: string, { number, days }: TwinVersion): string =>
  `sha256:${digestOf('bytes', slug, number ?? String(days))}`;

/** The commit of a version. */
export const commitOfVersion = (slug: string, { number, days }: TwinVersion): string =>
  digestOf('commit', slug, number ?? String(days)).slice(0, 40);

const fingerprintOf = (name: string): string => digestOf('finding', name);

/** Adds a server with its versions, oldest first. */
export function addMcp(rows: TwinRows, mcp: TwinMcp, evidence: EvidenceKeys): void {
  const at = daysAgo(30);
  rows.add('mcp', {
    id: mcpIdOf(mcp),
    org_id: mcp.org?.id ?? null,
    name: mcp.name,
    name_key: mcp.name.toLowerCase(),
    description: `What ${mcp.slug} is ${byOf(mcp)}`,
    repo_url: mcp.repoUrl,
    repo_key: repositoryKey(mcp.repoUrl),
    language: 'TypeScript',
    license: 'MIT',
    visibility: 'private',
    origin: 'community',
    created_at: at,
    updated_at: at,
    ...mcp.columns,
  });
  for (const tag of mcp.tags ?? [])
    rows.add('mcp_tag', { mcp_id: mcpIdOf(mcp), tag_id: idOf('common', 'platform', 'tag', tag) });
  let position = 0;
  for (const version of mcp.versions) {
    position += 1;
    addVersion(rows, mcp, version, { position, evidence });
  }
}

/**
 * Adds a version of a server with its snapshot, controls and findings.
 * @param mark of the version and what belongs to it, by default the server's
 */
export function addVersion(
  rows: TwinRows,
  mcp: TwinMcp,
  version: TwinVersion,
  { position, evidence, mark = mcp.mark }: { position: number; evidence: EvidenceKeys; mark?: Mark },
): void {
  const [mcpId, id] = [mcpIdOf(mcp), versionIdOf(mcp, version, mark)];
  const at = daysAgo(version.days);
  const commit = commitOfVersion(mcp.slug, version);
  rows.add('mcp_version', {
    id,
    mcp_id: mcpId,
    visible_version: `commit-${commit.slice(0, 7)}-${at.toISOString().slice(0, 10).replaceAll('-', '')}`,
    commit_hash: commit,
    semver: version.number,
    status: 'CERTIFIED',
    global_score: version.score,
    certification_level: version.level,
    source_size: 1234,
    tarball_sha256: bytesOf(mcp.slug, version),
    source: version.source,
    release_key: releaseKeyOf(version.source, version.number),
    landed_at: at,
    created_at: at,
    updated_at: at,
    ...version.columns,
  });
  if (version.snapshot !== undefined || version.columns?.['status'] !== 'FAILED') {
    addSnapshot(rows, mcp, version, { position, evidence, mark });
  }
  rows.add('analysis_job', {
    id: idOf(mark, ownerOf(mcp), 'job', mcp.slug, version.number ?? String(version.days)),
    version_id: id,
    mcp_id: mcpId,
    reason: 'ingest',
    status: 'SUCCEEDED',
    run_after: at,
    created_at: at,
    started_at: at,
    finished_at: at,
    ...version.job,
  });
  for (const [index, finding] of version.findings.entries()) {
    addFinding(rows, mcp, version, { finding, ordinal: index, mark });
  }
}

/** Adds the results of a version; a second one of the same version needs an `id`. */
export function addSnapshot(
  rows: TwinRows,
  mcp: TwinMcp,
  version: TwinVersion,
  { position, evidence, mark = mcp.mark }: { position: number; evidence: EvidenceKeys; mark?: Mark },
): void {
  const of = (severity: Severity): number =>
    version.findings.filter((each) => each.severity === severity).length;
  const id = (version.snapshot?.['id'] as string | undefined) ?? snapshotIdOf(mcp, version, mark);
  rows.add('snapshot', {
    ...EVIDENCE,
    ...evidence,
    surface: JSON.parse(EVIDENCE.surface) as object,
    distributable: JSON.parse(EVIDENCE.distributable) as object,
    id,
    mcp_id: mcpIdOf(mcp),
    version_id: versionIdOf(mcp, version, mark),
    org_id: mcp.org?.id ?? null,
    mcp_name: mcp.name,
    position,
    snapshot_hash: `sha256:${digestOf('snapshot', mcp.slug, String(position))}`,
    global_score: version.score,
    security_score: version.score + 1,
    supply_chain_score: version.score + 2,
    maturity_score: version.score + 3,
    breakdown: BREAKDOWN,
    grade: 'B',
    complete: true,
    toolchain_version: 'mcp-hub-analyzer:1.0.0',
    scoring_version: '1.0.0',
    controls_catalog_version: '1.0.0',
    certification_level: version.level,
    total_findings: version.findings.length,
    critical_findings: of('critical'),
    high_findings: of('high'),
    medium_findings: of('medium'),
    low_findings: of('low'),
    finding_classes: version.findings.map((each) => each.class),
    created_at: daysAgo(version.days, 60),
    ...version.snapshot,
  });
  for (const [control, passed] of Object.entries(version.controls)) {
    rows.add('control_result', {
      id: idOf(mark, ownerOf(mcp), 'control', mcp.slug, String(position), control),
      snapshot_id: id,
      control_id: control,
      control_name: `Name of ${control}`,
      control_category: 'security',
      passed,
      severity: 'high',
      message: `what ${control} is ${byOf(mcp)}`,
      evidence_fingerprints: passed
        ? []
        : version.findings.slice(0, 1).map(({ name }) => fingerprintOf(name)),
    });
  }
  if (version.publication !== undefined) {
    rows.add('publication', {
      version_id: versionIdOf(mcp, version, mark),
      snapshot_id: id,
      status: 'DONE',
      run_after: daysAgo(version.days),
      plan: { kind: 'existing', org: ownerOf(mcp), name: mcp.slug, version: version.number },
      warnings: [],
      published_at: daysAgo(version.days, 120),
      created_at: daysAgo(version.days),
      updated_at: daysAgo(version.days),
      ...version.publication,
    });
  }
}

/** Adds a finding of a version, and to the findings of its server. */
export function addFinding(
  rows: TwinRows,
  mcp: TwinMcp,
  version: TwinVersion,
  { finding, ordinal, mark = mcp.mark }: { finding: TwinFinding; ordinal: number; mark?: Mark },
): void {
  const { name, severity } = finding;
  const fingerprint = fingerprintOf(name);
  const detail = aFinding({
    title: `Title of ${name} ${byOf(mcp)}`,
    severity,
    vulnerability_class: finding.class as 'A',
    owasp_mcp: finding.owasp,
    rule_id: `MCP-${finding.class}001`,
    fingerprint,
    group: digestOf('group', name),
  });
  rows.add('version_finding', {
    version_id: versionIdOf(mcp, version, mark),
    ordinal,
    fingerprint,
    severity,
    vulnerability_class: finding.class,
    detail,
  });
  if (finding.columns?.['id'] === null) return;
  rows.add('finding', {
    id: findingIdOf(mcp, name, mark),
    mcp_id: mcpIdOf(mcp),
    fingerprint,
    rule_id: detail.rule_id,
    severity,
    vulnerability_class: finding.class,
    owasp_mcp: finding.owasp,
    detail,
    status: 'open',
    first_detected_at: daysAgo(version.days, 60),
    last_seen_at: daysAgo(version.days, 60),
    updated_at: daysAgo(version.days, 60),
    snapshot_id: snapshotIdOf(mcp, version, mark),
    version_id: versionIdOf(mcp, version, mark),
    org_id: mcp.org?.id ?? null,
    ...finding.columns,
  });
}
