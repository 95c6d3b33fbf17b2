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
// TypeORM cannot declare an index with an expression. On the package or folder of the source:
@Index('mcp_version_source_idx', { synchronize: false })
// On the first seven digits of the commit:
@Index('mcp_version_commit_idx', { synchronize: false })
// On the kind of the source, and on the digest of those from the registry:
@Index('mcp_version_kind_idx', { synchronize: false })
@Index('mcp_version_registry_idx', { synchronize: false })
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
