import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Mcp } from '../../catalog/mcps/mcp.entity.js';
import { Organization } from '../../accounts/organizations/organization.entity.js';

/** How an organization starts an MCP, with arguments that the hub cannot know (hub contract 37). */
@Entity('mcp_launch')
@Index('mcp_launch_mcp_idx', ['mcpId'])
export class McpLaunch {
  @PrimaryColumn('uuid', { name: 'org_id', primaryKeyConstraintName: 'mcp_launch_pkey' })
  orgId: string;

  @PrimaryColumn('uuid', { name: 'mcp_id', primaryKeyConstraintName: 'mcp_launch_pkey' })
  mcpId: string;

  /** Programs with their arguments, in which `{version}` stands for the version. */
  @Column('jsonb', { name: 'commands' })
  commands: readonly (readonly string[])[];

  /** Names of variables that it is started with, besides those that it reads. */
  @Column('text', { name: 'variables', array: true, default: '{}' })
  variables: readonly string[];

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt: Date;

  @ManyToOne(() => Organization, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'org_id', foreignKeyConstraintName: 'mcp_launch_org_id_fkey' })
  organization?: Relation<Organization>;

  @ManyToOne(() => Mcp, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'mcp_id', foreignKeyConstraintName: 'mcp_launch_mcp_id_fkey' })
  mcp?: Relation<Mcp>;
}
