import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';

/** A category of MCPs; an MCP has at most one. */
@Entity('category')
@Unique('category_slug_key', ['slug'])
export class Category {
  @PrimaryColumn('uuid', { name: 'id', primaryKeyConstraintName: 'category_pkey' })
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
