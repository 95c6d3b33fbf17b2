import {
  Check,
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  Unique,
  type Relation,
} from 'typeorm';
import type { McpVersionStatus } from './mcp-values.js';
import { Mcp } from './mcp.entity.js';
import type { VersionRelease } from './version-release.js';
import type { VersionSource } from './version-source.js';

/** A version of an MCP: its source at one commit. */
@Entity('mcp_version')
@Unique('mcp_version_visible_version_key', ['mcpId', 'visibleVersion'])
@Unique('mcp_version_commit_key', ['mcpId', 'commitHash'])
@Check(
  'mcp_version_status_check',
  `status IN ('INGESTED', 'ANALYZING', 'CERTIFIED', 'NOT_CERTIFIED', 'FAILED', 'PUBLISHED')`,
)
@Check('mcp_version_global_score_check', `global_score BETWEEN 0 AND 100`)
@Check('mcp_version_certification_level_check', `certification_level BETWEEN 0 AND 3`)
@Index('mcp_version_list_idx', ['mcpId', 'createdAt', 'id'])
@Index('mcp_version_semver_idx', ['mcpId', 'semver'])
@Index('mcp_version_tarball_idx', ['mcpId', 'tarballSha256'])
@Index('mcp_version_bytes_idx', ['tarballSha256', 'mcpId'])
@Index('mcp_version_revoked_idx', ['mcpId', 'revokedAt'], { where: 'revoked_at IS NOT NULL AND NOT preview' })
// TypeORM cannot declare an index with an expression. On the package or folder of the source:
@Index('mcp_version_source_idx', { synchronize: false })
// On the first seven digits of the commit:
@Index('mcp_version_commit_idx', { synchronize: false })
// On the kind of the source, and on the digest of those from the registry:
@Index('mcp_version_kind_idx', { synchronize: false })
@Index('mcp_version_registry_idx', { synchronize: false })
// On the digests of the files of a Python release:
@Index('mcp_version_release_idx', { synchronize: false })
// On the order in which the files of Python releases are asked for:
@Index('mcp_version_release_check_idx', { synchronize: false })
// On released versions without a release key:
@Index('mcp_version_unkeyed_idx', { synchronize: false })
// On those that the registry has, without previews and revoked versions:
@Index('mcp_version_registered_idx', { synchronize: false })
// On the order of newest versions (`newest-version.ts`), without previews and revoked versions:
@Index('mcp_version_newest_idx', { synchronize: false })
export class McpVersion {
  @PrimaryColumn('uuid', { name: 'id', primaryKeyConstraintName: 'mcp_version_pkey' })
  id: string;

  @Column('uuid', { name: 'mcp_id' })
  mcpId: string;

  /** `commit-<short hash>-<date>` (hub contract 10). */
  @Column('text', { name: 'visible_version' })
  visibleVersion: string;

  /** Of the repository, or a SHA-256 of a source without commits (hub contract 30). */
  @Column('text', { name: 'commit_hash' })
  commitHash: string;

  @Column('text', { name: 'semver', nullable: true })
  semver: string | null;

  /** The ref of the code host that announced it, such as `refs/tags/v1.2.0`; null if unknown, and for other sources. */
  @Column('text', { name: 'ref', nullable: true })
  ref: string | null;

  /** Neither of the default branch nor released; it is analyzed and listed, and changes nothing else (ADR 81). */
  @Column('boolean', { name: 'preview', default: false })
  preview: boolean;

  /** Its place among released versions (`releaseKey`), in byte order; null for a commit that nobody has released. */
  @Column({ type: 'text', name: 'release_key', nullable: true, collation: 'C' })
  releaseKey: string | null;

  /** When it was released, or came to the default branch, if that was after its creation. */
  @Column('timestamptz', { name: 'landed_at', nullable: true })
  landedAt: Date | null;

  /** The commit that its tag names now, if that was moved; its number has two meanings then (ADR 83). */
  @Column('text', { name: 'tag_moved_to', nullable: true })
  tagMovedTo: string | null;

  /** Null for versions that cannot be fetched again. */
  @Column('jsonb', { name: 'source', nullable: true })
  source: VersionSource | null;

  @Column('text', { name: 'status' })
  status: McpVersionStatus;

  /** Null before it is analyzed. */
  @Column('integer', { name: 'global_score', nullable: true })
  globalScore: number | null;

  /** Null before it is analyzed. */
  @Column('integer', { name: 'certification_level', nullable: true })
  certificationLevel: number | null;

  /** In bytes. */
  @Column('bigint', { name: 'source_size', nullable: true })
  sourceSize: string | null;

  @Column('text', { name: 'tarball_url', nullable: true })
  tarballUrl: string | null;

  @Column('text', { name: 'tarball_sha256', nullable: true })
  tarballSha256: string | null;

  /** For a version of a Python package: the files that were analyzed; null for all others (ADR 86). */
  @Column('jsonb', { name: 'release', nullable: true })
  release: VersionRelease | null;

  /** `sha256:<hex>` of the set of these files, and of each. */
  @Column('text', { name: 'release_digests', nullable: true, array: true })
  releaseDigests: string[] | null;

  /** When the index was last asked for the files of a Python release now; null before (ADR 92). */
  @Column('timestamptz', { name: 'release_checked_at', nullable: true })
  releaseCheckedAt: Date | null;

  @Column('text', { name: 'failure_reason', nullable: true })
  failureReason: string | null;

  /** When it was revoked in the registry; such a version is denied by the gate, whatever its analysis says. */
  @Column('timestamptz', { name: 'revoked_at', nullable: true })
  revokedAt: Date | null;

  /** Why it was revoked; null without a reason. */
  @Column('text', { name: 'revoked_reason', nullable: true })
  revokedReason: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt: Date;

  @ManyToOne(() => Mcp, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'mcp_id', foreignKeyConstraintName: 'mcp_version_mcp_id_fkey' })
  mcp?: Relation<Mcp>;
}
