import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { McpVersion } from '../../catalog/mcps/mcp-version.entity.js';
import { Mcp } from '../../catalog/mcps/mcp.entity.js';
import { Organization } from '../../accounts/organizations/organization.entity.js';

const KEY = 'mcp_launch_target_pkey';

/** An image or address of which an organization says that it is a version of an MCP (hub contract 37). */
@Entity('mcp_launch_target')
@Check('mcp_launch_target_kind_check', `kind IN ('image', 'remote')`)
@Index('mcp_launch_target_mcp_idx', ['mcpId'])
@Index('mcp_launch_target_version_idx', ['versionId'])
export class McpLaunchTarget {
  @PrimaryColumn('uuid', { name: 'org_id', primaryKeyConstraintName: KEY })
  orgId: string;

  @PrimaryColumn('text', { name: 'kind', primaryKeyConstraintName: KEY })
  kind: 'image' | 'remote';

  /** `name@sha256:<hex>`, or an https address in its normal form. One target is one MCP. */
  @PrimaryColumn('text', { name: 'target', primaryKeyConstraintName: KEY })
  target: string;

  @Column('uuid', { name: 'mcp_id' })
  mcpId: string;

  /** Null for an address that always serves the newest version. */
  @Column('uuid', { name: 'version_id', nullable: true })
  versionId: string | null;

  @ManyToOne(() => Organization, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'org_id', foreignKeyConstraintName: 'mcp_launch_target_org_id_fkey' })
  organization?: Relation<Organization>;

  @ManyToOne(() => Mcp, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'mcp_id', foreignKeyConstraintName: 'mcp_launch_target_mcp_id_fkey' })
  mcp?: Relation<Mcp>;

  @ManyToOne(() => McpVersion, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'version_id', foreignKeyConstraintName: 'mcp_launch_target_version_id_fkey' })
  version?: Relation<McpVersion>;
}
