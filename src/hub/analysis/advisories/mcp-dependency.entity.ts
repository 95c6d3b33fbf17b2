import { Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Mcp } from '../../catalog/mcps/mcp.entity.js';

const KEY = { primaryKeyConstraintName: 'mcp_dependency_pkey' };

/** A dependency that the lockfiles of an MCP's newest version resolve. */
@Entity('mcp_dependency')
@Index('mcp_dependency_package_idx', ['ecosystem', 'packageKey', 'version'])
export class McpDependency {
  @PrimaryColumn('uuid', { name: 'mcp_id', ...KEY })
  mcpId: string;

  @PrimaryColumn('text', { name: 'ecosystem', ...KEY })
  ecosystem: string;

  /** Name of the package, normalized as in its ecosystem. */
  @PrimaryColumn('text', { name: 'package_key', ...KEY })
  packageKey: string;

  @PrimaryColumn('text', { name: 'version', ...KEY })
  version: string;

  @ManyToOne(() => Mcp, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'mcp_id', foreignKeyConstraintName: 'mcp_dependency_mcp_id_fkey' })
  mcp?: Relation<Mcp>;
}
