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
import { Package } from '../packages/package.entity.js';
import { quoted, VERSION_STATUSES, type VersionStatus } from './version-status.js';

/** A version of a package, of any status. */
@Entity('registry_version')
@Unique('registry_version_sort_key_key', ['packageId', 'sortKey'])
@Check('registry_version_status_check', `status IN (${quoted(VERSION_STATUSES)})`)
@Check('registry_version_visibility_check', `visibility IN ('public', 'private')`)
@Check('registry_version_certification_level_check', `certification_level BETWEEN 0 AND 3`)
@Index('registry_version_published_idx', { synchronize: false })
@Index('registry_version_unannounced_idx', { synchronize: false })
@Index('registry_version_mcpb_idx', { synchronize: false })
@Index('registry_version_without_mcpb_idx', { synchronize: false })
@Index('registry_version_list_idx', ['packageId', 'createdAt', 'id'])
@Index('registry_version_commit_idx', ['packageId', 'status', 'gitSha', 'sortKey'])
@Index('registry_version_manifest_digest_idx', ['orgId', 'manifestDigest'])
@Index('registry_version_bundle_digest_idx', ['orgId', 'bundleDigest'])
export class Version {
  @PrimaryColumn('uuid', { name: 'id', primaryKeyConstraintName: 'registry_version_pkey' })
  id: string;

  @Column('uuid', { name: 'package_id' })
  packageId: string;

  /** The package's organization, denormalized so that digests can be looked up per organization. */
  @Column('uuid', { name: 'org_id' })
  orgId: string;

  @Column('text', { name: 'version' })
  version: string;

  /** Sorts by SemVer precedence; equal for versions that differ only in build metadata. */
  @Column({ type: 'text', name: 'sort_key', collation: 'C' })
  sortKey: string;

  @Column('boolean', { name: 'prerelease' })
  prerelease: boolean;

  @Column('text', { name: 'status' })
  status: VersionStatus;

  @Column({ type: 'text', name: 'git_sha', collation: 'C' })
  gitSha: string;

  @Column('text', { name: 'repo_url' })
  repoUrl: string;

  @Column('text', { name: 'repo_visibility' })
  repoVisibility: string;

  @Column('text', { name: 'repo_provider' })
  repoProvider: string;

  @Column('text', { name: 'repo_ref' })
  repoRef: string;

  @Column('text', { name: 'repo_commit' })
  repoCommit: string;

  /** Visibility of the package once this version is published; null leaves it unchanged. */
  @Column('text', { name: 'visibility', nullable: true })
  visibility: string | null;

  /** The publisher's claim. */
  @Column('smallint', { name: 'certification_level', nullable: true })
  certificationLevel: number | null;

  @Column('text', { name: 'manifest_digest' })
  manifestDigest: string;

  @Column('text', { name: 'bundle_digest' })
  bundleDigest: string;

  /** See `contentKey`; null for versions that predate content keys. */
  @Column('text', { name: 'content_key', nullable: true })
  contentKey: string | null;

  @Column('bigint', { name: 'bundle_size_bytes' })
  bundleSizeBytes: string;

  /** Whether its publisher had no right to the bundle, which is as if it were not stored (ADR 10). */
  @Column('boolean', { name: 'bundle_withheld', default: false })
  bundleWithheld: boolean;

  /** Of its MCP bundle; null while there is none (ADR 125). */
  @Column('text', { name: 'mcpb_digest', nullable: true })
  mcpbDigest: string | null;

  @Column('bigint', { name: 'mcpb_size_bytes', nullable: true })
  mcpbSizeBytes: string | null;

  /** Why no MCP bundle can be made of it; null unless that is known. */
  @Column('text', { name: 'mcpb_fault', nullable: true })
  mcpbFault: string | null;

  @Column('text', { name: 'published_by' })
  publishedBy: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'published_at', nullable: true })
  publishedAt: Date | null;

  @Column('timestamptz', { name: 'revoked_at', nullable: true })
  revokedAt: Date | null;

  @Column('text', { name: 'revoked_reason', nullable: true })
  revokedReason: string | null;

  /** Whether the hub has had the message of its publication (ADR 119). */
  @Column('boolean', { name: 'announced', default: false })
  announced: boolean;

  @ManyToOne(() => Package)
  @JoinColumn({ name: 'package_id', foreignKeyConstraintName: 'registry_version_package_id_fkey' })
  package?: Relation<Package>;
}
