import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { McpVersion } from '../../catalog/mcps/mcp-version.entity.js';
import { Organization } from '../../accounts/organizations/organization.entity.js';

/** An upload of a bundle, from its start until it is a version (hub contract 19). */
@Entity('upload')
@Index('upload_pending_idx', ['orgId'], { where: 'version_id IS NULL' })
@Index('upload_expires_at_idx', ['expiresAt', 'id'])
@Index('upload_version_idx', ['versionId'])
export class Upload {
  @PrimaryColumn('uuid', { name: 'id', primaryKeyConstraintName: 'upload_pkey' })
  id: string;

  @Column('uuid', { name: 'org_id' })
  orgId: string;

  /** `owner/slug`, of an MCP that may not exist yet. */
  @Column('text', { name: 'mcp_name' })
  mcpName: string;

  @Column('text', { name: 'semver' })
  semver: string;

  /** `sha256:<hex>` of the announced bytes. */
  @Column('text', { name: 'bundle_digest' })
  bundleDigest: string;

  /** When the URL stops working. */
  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;

  /** The request that is sending the bytes. */
  @Column('uuid', { name: 'attempt', nullable: true })
  attempt: string | null;

  /** When that request has ended for certain. */
  @Column('timestamptz', { name: 'attempt_ends_at', nullable: true })
  attemptEndsAt: Date | null;

  /** When the bytes were stored. */
  @Column('timestamptz', { name: 'received_at', nullable: true })
  receivedAt: Date | null;

  @Column('bigint', { name: 'size_bytes', nullable: true })
  sizeBytes: string | null;

  /** Key of the stored bytes. */
  @Column('text', { name: 'object_key', nullable: true })
  objectKey: string | null;

  /** The version that it became. */
  @Column('uuid', { name: 'version_id', nullable: true })
  versionId: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @ManyToOne(() => Organization, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'org_id', foreignKeyConstraintName: 'upload_org_id_fkey' })
  organization?: Relation<Organization>;

  @ManyToOne(() => McpVersion, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'version_id', foreignKeyConstraintName: 'upload_version_id_fkey' })
  version?: Relation<McpVersion>;
}
