import { Injectable } from '@nestjs/common';
import { readPage, type FoundPage, type Window } from '../../../storage/database/paging.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { OutboundWebhook } from './outbound-webhook.entity.js';
import type { DisabledReason } from './outbound-values.js';

/** A webhook without its secrets. */
export type StoredWebhook = Pick<
  OutboundWebhook,
  | 'id'
  | 'orgId'
  | 'url'
  | 'description'
  | 'events'
  | 'enabled'
  | 'disabledReason'
  | 'lastSuccessAt'
  | 'oldSecretUntil'
  | 'createdAt'
  | 'updatedAt'
>;

/** What organizations can change of a webhook. */
export type WebhookTerms = Pick<OutboundWebhook, 'url' | 'description' | 'events' | 'enabled'>;

const COLUMNS = `w.id, w.org_id AS "orgId", w.url, w.description, w.events, w.enabled,
  w.disabled_reason AS "disabledReason", w.last_success_at AS "lastSuccessAt",
  w.old_secret_until AS "oldSecretUntil", w.created_at AS "createdAt", w.updated_at AS "updatedAt"`;

/** SQL of the webhooks of organizations. */
@Injectable()
export class OutboundWebhooksRepository {
  constructor(private readonly uow: UnitOfWork) {}

  count(orgId: string): Promise<number> {
    return this.uow.manager.getRepository(OutboundWebhook).countBy({ orgId });
  }

  async insert(webhook: StoredWebhook & Pick<OutboundWebhook, 'secret' | 'madeBy'>): Promise<void> {
    await this.uow.manager.getRepository(OutboundWebhook).insert({ ...webhook });
  }

  /** Oldest first. */
  list(orgId: string, page: Window): Promise<FoundPage<StoredWebhook>> {
    const list = {
      columns: COLUMNS,
      rows: 'FROM outbound_webhook w WHERE w.org_id = $1',
      values: [orgId],
      order: '"createdAt", id',
      key: 'id',
    } as const;
    return readPage<StoredWebhook>(this.uow, list, page);
  }

  find(orgId: string, id: string): Promise<StoredWebhook | undefined> {
    return this.uow.row<StoredWebhook>(
      `SELECT ${COLUMNS} FROM outbound_webhook w WHERE w.org_id = $1 AND w.id = $2`,
      [orgId, id],
    );
  }

  /** Reads a webhook and locks its row until the transaction ends. */
  lock(orgId: string, id: string): Promise<StoredWebhook | undefined> {
    return this.uow.row<StoredWebhook>(
      `SELECT ${COLUMNS} FROM outbound_webhook w WHERE w.org_id = $1 AND w.id = $2 FOR NO KEY UPDATE`,
      [orgId, id],
    );
  }

  /** Changes a webhook and forgets its outages: it may have another receiver now. */
  async change(id: string, terms: WebhookTerms, now: Date): Promise<void> {
    await this.uow.rows(
      `UPDATE outbound_webhook
          SET url = $2, description = $3, events = $4, enabled = $5, updated_at = $6, outages = 0, paused_until = NULL,
              disabled_reason = CASE WHEN $5 THEN NULL ELSE disabled_reason END
        WHERE id = $1`,
      [id, terms.url, terms.description, terms.events, terms.enabled, now],
    );
  }

  /** Replaces the secret of a webhook; the current one stays valid until `oldUntil`. */
  async rotate(
    id: string,
    { secret, madeBy }: Pick<OutboundWebhook, 'secret' | 'madeBy'>,
    oldUntil: Date,
    now: Date,
  ): Promise<void> {
    await this.uow.rows(
      `UPDATE outbound_webhook SET old_secret = secret, old_secret_until = $3, secret = $2, updated_at = $4, made_by = $5
        WHERE id = $1`,
      [id, secret, oldUntil, now, madeBy],
    );
  }

  async delete(id: string): Promise<void> {
    await this.uow.rows('DELETE FROM outbound_webhook WHERE id = $1', [id]);
  }

  /** Disables a webhook; false if it is disabled already. */
  async disable(id: string, reason: DisabledReason, now: Date): Promise<boolean> {
    const row = await this.uow.row(
      `UPDATE outbound_webhook SET enabled = false, disabled_reason = $2, updated_at = $3
        WHERE id = $1 AND enabled RETURNING id`,
      [id, reason, now],
    );
    return row !== undefined;
  }
}
