import { Injectable } from '@nestjs/common';
import type { JsonObject } from '../../common/values/json.js';
import { UnitOfWork } from '../database/unit-of-work.js';

/** A message that is being handled. */
export interface TakenMessage {
  readonly id: string;
  readonly payload: JsonObject;
}

// The delay after a failure doubles up to an hour.
const RETRY = `least(interval '5 seconds' * 2 ^ least(attempts, 12), interval '1 hour')`;

/** SQL of the messages between parts of the system. */
@Injectable()
export class OutboxRepository {
  constructor(private readonly uow: UnitOfWork) {}

  async insert(topic: string, key: string, payload: string): Promise<void> {
    await this.uow.rows(
      `INSERT INTO outbox (topic, key, payload, due_at, created_at) VALUES ($1, $2, $3, now(), now())`,
      [topic, key, payload],
    );
  }

  /**
   * Locks the first message that may be handled, until the transaction ends; undefined if there is none. Messages that
   * follow an unhandled one with the same key wait for it.
   */
  take(topic: string): Promise<TakenMessage | undefined> {
    return this.uow.row<TakenMessage>(
      `SELECT o.id, o.payload FROM outbox o
        WHERE o.topic = $1 AND o.due_at <= now()
          AND NOT EXISTS (SELECT FROM outbox e WHERE e.topic = o.topic AND e.key = o.key AND e.id < o.id)
        ORDER BY o.id LIMIT 1
          FOR UPDATE SKIP LOCKED`,
      [topic],
    );
  }

  async delete(id: string): Promise<void> {
    await this.uow.rows('DELETE FROM outbox WHERE id = $1', [id]);
  }

  /** Keeps a message for later. */
  async defer(id: string): Promise<void> {
    await this.uow.rows(`UPDATE outbox SET due_at = now() + interval '1 minute' WHERE id = $1`, [id]);
  }

  /** Delays a message after a failure and returns the number of its failures. */
  async postpone(id: string): Promise<number> {
    const row = await this.uow.row<{ attempts: number }>(
      `UPDATE outbox SET due_at = now() + ${RETRY}, attempts = attempts + 1 WHERE id = $1 RETURNING attempts`,
      [id],
    );
    return row?.attempts ?? 0;
  }
}
