import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { McpVersion } from './mcp-version.entity.js';

/** A number that a tag gives to a commit of an MCP's repository; a commit may have several (ADR 83). */
@Entity('mcp_version_tag')
@Index('mcp_version_tag_version_idx', ['versionId'])
export class McpVersionTag {
  @PrimaryColumn('uuid', { name: 'mcp_id', primaryKeyConstraintName: 'mcp_version_tag_pkey' })
  mcpId: string;

  /** Without build metadata, which does not tell versions apart. */
  @PrimaryColumn('text', { name: 'number', primaryKeyConstraintName: 'mcp_version_tag_pkey' })
  number: string;

  @Column('uuid', { name: 'version_id' })
  versionId: string;

  /** The commit that the tag names now, if it was moved. */
  @Column('text', { name: 'moved_to', nullable: true })
  movedTo: string | null;

  @ManyToOne(() => McpVersion, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'version_id', foreignKeyConstraintName: 'mcp_version_tag_version_id_fkey' })
  version?: Relation<McpVersion>;
}
