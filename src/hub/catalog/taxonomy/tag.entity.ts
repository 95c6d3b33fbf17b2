import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';

/** A tag of MCPs; an MCP may have several. */
@Entity('tag')
@Unique('tag_slug_key', ['slug'])
export class Tag {
  @PrimaryColumn('uuid', { name: 'id', primaryKeyConstraintName: 'tag_pkey' })
  id: string;

  @Column('text', { name: 'name' })
  name: string;

  @Column('text', { name: 'slug' })
  slug: string;

  @Column('text', { name: 'description', default: '' })
  description: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt: Date;
}
