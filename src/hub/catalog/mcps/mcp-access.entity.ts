import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The last recorded access of a caller, a user or a service token, to a private MCP. */
@Entity('mcp_access')
@Index('mcp_access_time_idx', ['accessedAt'])
export class McpAccess {
  @PrimaryColumn('uuid', { name: 'caller_id', primaryKeyConstraintName: 'mcp_access_pkey' })
  callerId: string;

  @PrimaryColumn('uuid', { name: 'mcp_id', primaryKeyConstraintName: 'mcp_access_pkey' })
  mcpId: string;

  @Column('timestamptz', { name: 'accessed_at' })
  accessedAt: Date;
}
