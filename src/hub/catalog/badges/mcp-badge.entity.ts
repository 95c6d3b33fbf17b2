import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Mcp } from '../mcps/mcp.entity.js';

/** The address of the badge of an MCP that not everybody sees. */
@Entity('mcp_badge')
export class McpBadge {
  @PrimaryColumn('uuid', { name: 'mcp_id', primaryKeyConstraintName: 'mcp_badge_pkey' })
  mcpId: string;

  /** SHA-256 of the key in the address. */
  @Column('bytea', { name: 'key_hash' })
  keyHash: Buffer;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  /** The user who made the current secret, and so has seen it; null where that is not known. */
  @Column('uuid', { name: 'made_by', nullable: true })
  madeBy: string | null;

  @OneToOne(() => Mcp, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'mcp_id', foreignKeyConstraintName: 'mcp_badge_mcp_id_fkey' })
  mcp?: Relation<Mcp>;
}
