import { Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Tag } from '../taxonomy/tag.entity.js';
import { Mcp } from './mcp.entity.js';

/** A tag on an MCP. */
@Entity('mcp_tag')
@Index('mcp_tag_tag_id_idx', ['tagId'])
export class McpTag {
  @PrimaryColumn('uuid', { name: 'mcp_id', primaryKeyConstraintName: 'mcp_tag_pkey' })
  mcpId: string;

  @PrimaryColumn('uuid', { name: 'tag_id', primaryKeyConstraintName: 'mcp_tag_pkey' })
  tagId: string;

  @ManyToOne(() => Mcp, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'mcp_id', foreignKeyConstraintName: 'mcp_tag_mcp_id_fkey' })
  mcp?: Relation<Mcp>;

  @ManyToOne(() => Tag, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'tag_id', foreignKeyConstraintName: 'mcp_tag_tag_id_fkey' })
  tag?: Relation<Tag>;
}
