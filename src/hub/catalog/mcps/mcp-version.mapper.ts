import type {
  McpVersionDetail,
  McpVersionItem,
  McpVersionMcpBundle,
  McpVersionPublication,
  McpVersionRelease,
} from './mcp-versions.dto.js';
import type { VersionRelease } from './version-release.js';
import type { McpVersionDetailRow, McpVersionRow, VersionPublication } from './mcp-versions.read-model.js';

/** A version in a list. */
export const versionItem = (version: McpVersionRow) =>
  ({
    id: version.id,
    visible_version: version.visibleVersion,
    status: version.status,
    commit_hash: version.commitHash,
    semver: version.semver,
    global_score: version.globalScore,
    certification_level: version.certificationLevel,
    ref: version.ref,
    preview: version.preview,
    created_at: version.createdAt.toISOString(),
  }) satisfies McpVersionItem;

/** A version with all details. */
export const versionDetail = (version: McpVersionDetailRow, publicUrl: string): McpVersionDetail => ({
  ...versionItem(version),
  source_size: version.sourceSize === null ? null : Number(version.sourceSize),
  tarball_url: version.tarballUrl ?? tarballUrl(version, publicUrl),
  tarball_sha256: version.tarballSha256,
  python_release: version.release && releaseOf(version.release),
  failure_reason: version.failureReason,
  revoked_at: version.revokedAt?.toISOString() ?? null,
  revoked_reason: version.revokedReason,
  tag_moved_to: version.tagMovedTo,
  publication: version.publication && publicationOf(version.publication),
  mcp_bundle: version.mcpBundle && mcpBundleOf(version.mcpBundle, publicUrl),
  updated_at: version.updatedAt.toISOString(),
});

const releaseOf = ({ sha256, whole, files }: VersionRelease): McpVersionRelease => ({
  sha256,
  whole,
  files: files.map((file) => ({ filename: file.filename, sha256: file.sha256 })),
});

const publicationOf = ({
  failureReason,
  publishedAt,
  ...rest
}: VersionPublication): McpVersionPublication => ({
  ...rest,
  warnings: rest.warnings.map(({ code, message }) => ({ code, message })),
  failure_reason: failureReason,
  published_at: publishedAt === null ? null : new Date(publishedAt).toISOString(),
});

const mcpBundleOf = (
  { org, digest }: NonNullable<McpVersionDetailRow['mcpBundle']>,
  publicUrl: string,
): McpVersionMcpBundle => ({
  url: `${publicUrl}/v1/org/${org}/artifacts/${digest}/mcpb`,
  sha256: digest.slice('sha256:'.length),
});

/** Where the hub serves the source of an analyzed version. */
const tarballUrl = ({ id, mcpId, snapshotId }: McpVersionDetailRow, publicUrl: string): string | null =>
  snapshotId === null ? null : `${publicUrl}/api/v1/mcps/${mcpId}/versions/${id}/tarball`;
