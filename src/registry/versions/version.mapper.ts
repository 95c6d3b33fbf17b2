import { artifactUrl } from '../artifacts/artifact-name.js';
import { toCertification } from '../certifications/certification.mapper.js';
import type { PackageName } from '../packages/package-name.js';
import { WARNINGS, type WarningCode } from './publish-warnings.js';
import type { ResolvedRow } from './resolve.read-model.js';
import type { PublishWarning } from './publish.dto.js';
import type { ArtifactLink, BundleLink, ResolvedVersion } from './resolve.dto.js';
import type { VersionDetail, VersionSummary } from './versions.dto.js';
import type { VersionDetailRow, VersionSummaryRow } from './versions.read-model.js';

type Summarized = Omit<VersionSummaryRow, 'id' | 'position'>;

/** Digests of the artifacts of a version. */
interface Content {
  readonly manifestDigest: string;
  readonly bundleDigest: string;
  readonly bundleSizeBytes: string;
}

/** Download paths of the manifest and the bundle of a version. */
const toArtifactLinks = (
  org: string,
  { manifestDigest, bundleDigest, bundleSizeBytes }: Content,
): { manifest: ArtifactLink; bundle: BundleLink } => ({
  manifest: { digest: manifestDigest, url: artifactUrl(org, manifestDigest, 'manifest') },
  bundle: {
    digest: bundleDigest,
    url: artifactUrl(org, bundleDigest, 'bundle'),
    size_bytes: Number(bundleSizeBytes),
  },
});

const summaryFields = (row: Summarized) => ({
  version: row.version,
  status: row.status,
  created_at: row.createdAt.toISOString(),
  git_sha: row.gitSha,
  ...(row.revokedAt !== null && { revoked_at: row.revokedAt.toISOString() }),
  ...(row.revokedReason !== null && { reason: row.revokedReason }),
});

/** Maps a row to a version in a list, with the revocation of a revoked one (registry contract 23). */
export const toVersionSummary = (row: VersionSummaryRow): VersionSummary => summaryFields(row);

/** A version in full; without its artifacts when `showArtifacts` is false. */
export const toVersionDetail = (
  { org }: PackageName,
  row: VersionDetailRow,
  showArtifacts: boolean,
): VersionDetail => ({
  ...summaryFields(row),
  published_at: row.publishedAt?.toISOString() ?? null,
  repo_url: row.repoUrl,
  repo_ref: row.repoRef,
  aliases: row.aliases,
  certification: row.level === null ? null : toCertification({ ...row, level: row.level }),
  claimed_certification_level: row.claimedCertificationLevel ?? 0,
  ...(showArtifacts ? toArtifactLinks(org, row) : { manifest: null, bundle: null }),
});

/** Maps a row to the response of a resolve (registry contract 10). */
export const toResolvedVersion = (
  { org, name }: PackageName,
  ref: string,
  row: ResolvedRow,
): ResolvedVersion => ({
  package: `${org}/${name}`,
  ref,
  origin: row.origin,
  resolved: {
    version: row.version,
    status: row.status,
    git_sha: row.gitSha,
    repo_url: row.repoUrl,
    certification_level: row.certificationLevel ?? 0,
    claimed_certification_level: row.claimedCertificationLevel ?? 0,
    published_at: row.publishedAt?.toISOString() ?? null,
    ...toArtifactLinks(org, row),
    ...(row.mcpbDigest !== null && {
      mcpb: {
        digest: row.mcpbDigest,
        url: artifactUrl(org, row.mcpbDigest, 'mcpb'),
        size_bytes: Number(row.mcpbSizeBytes),
      },
    }),
    evidence: row.evidence.map(({ kind, digest }) => ({
      kind,
      digest,
      url: artifactUrl(org, digest, `evidence/${kind}`),
    })),
  },
});

/** The warnings field of a response; omitted if there are none. */
export const toWarnings = (codes: readonly WarningCode[]): { warnings?: PublishWarning[] } =>
  codes.length === 0 ? {} : { warnings: codes.map((code) => ({ code, message: WARNINGS[code] })) };
