import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { JsonObject } from '../../common/values/json.js';

/** Maximum size of a payload as JSON, in bytes. */
export const MAX_PAYLOAD_BYTES = 16_384;

/** A message of a transaction to a consumer in this system, until it is handled (ADR 56). */
@Entity('outbox')
@Check('outbox_payload_check', `octet_length(payload::text) <= ${2 * MAX_PAYLOAD_BYTES}`)
@Index('outbox_order_idx', ['topic', 'key', 'id'])
@Index('outbox_topic_idx', ['topic', 'id'])
export class OutboxMessage {
  @PrimaryGeneratedColumn('identity', {
    name: 'id',
    type: 'bigint',
    primaryKeyConstraintName: 'outbox_pkey',
    generatedIdentity: 'ALWAYS',
  })
  id: string;

  @Column('text', { name: 'topic' })
  topic: string;

  /** Messages of a topic with the same key are handled in their order. */
  @Column('text', { name: 'key' })
  key: string;

  @Column('jsonb', { name: 'payload' })
  payload: JsonObject;

  /** Number of failed attempts to handle it. */
  @Column('integer', { name: 'attempts', default: 0 })
  attempts: number;

  /** When it may be handled. */
  @Column('timestamptz', { name: 'due_at' })
  dueAt: Date;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;
}
