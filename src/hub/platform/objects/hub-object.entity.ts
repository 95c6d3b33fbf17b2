import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An object that the hub may have stored. Its row is written before its bytes (ADR 53). */
@Entity('hub_object')
@Index('hub_object_unreferenced_idx', ['key'], { where: 'NOT referenced' })
export class HubObject {
  /** `objects/<owner>/<kind>/<64 digits>`. */
  @PrimaryColumn('text', { name: 'key', primaryKeyConstraintName: 'hub_object_pkey' })
  key: string;

  /** Whether a row names the object, set in the transaction of that row. */
  @Column('boolean', { name: 'referenced', default: false })
  referenced: boolean;

  /** When somebody last began to store it. */
  @Column('timestamptz', { name: 'renewed_at' })
  renewedAt: Date;
}
