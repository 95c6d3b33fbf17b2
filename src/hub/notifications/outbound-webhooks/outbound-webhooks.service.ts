import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { badRequest, conflict, notFound } from '../../../common/errors/api-error.js';
import { currentDate } from '../../../common/values/clock.js';
import { HubChanges } from '../../../auth/hub/hub-changes.js';
import { userBehind, type Confirmed, type HubPrincipal } from '../../../auth/hub/hub-principal.js';
import { APP_CONFIG, type AppConfig } from '../../../config/app-config.js';
import { actorOf } from '../../audit/events/actor.js';
import { AuditService } from '../../audit/events/audit.service.js';
import { changesBetween } from '../../audit/events/changes.js';
import type { PageQuery } from '../../platform/http/page.dto.js';
import { webhookView, webhookWithSecret } from './outbound-webhook.mapper.js';
import type {
  ChangeOutboundWebhookRequest,
  CreateOutboundWebhookRequest,
  OutboundWebhookList,
  OutboundWebhookView,
  OutboundWebhookWithSecret,
} from './outbound-webhooks.dto.js';
import {
  OutboundWebhooksRepository,
  type StoredWebhook,
  type WebhookTerms,
} from './outbound-webhooks.repository.js';
import { SecretBox } from './secret-box.js';
import { newWebhookSecret } from './webhook-signature.js';
import { isWebhookUrl, WEBHOOK_URL_RULE } from './webhook-url.js';

/** Most webhooks of an organization: each event may be sent to all of them. */
const MAX_WEBHOOKS = 20;

// How long the secret before a rotation signs too.
const OLD_SECRET_MS = 24 * 60 * 60 * 1000;

/** Path parameters of a webhook. */
export interface WebhookPath {
  readonly orgId: string;
  readonly webhookId: string;
}

/**
 * What the audit trail says of a webhook: of the URL only the origin, because its path often is a secret.
 */
const auditedTerms = ({ url, description, events, enabled }: WebhookTerms) => ({
  origin: new URL(url).origin,
  description,
  events,
  enabled,
});

/** Webhooks of organizations (hub contract 32). */
@Injectable()
export class OutboundWebhooksService {
  private readonly trusted: ReadonlySet<string>;

  constructor(
    private readonly changes: HubChanges,
    private readonly webhooks: OutboundWebhooksRepository,
    private readonly secrets: SecretBox,
    private readonly audit: AuditService,
    @Inject(APP_CONFIG) { outboundWebhooks }: Pick<AppConfig, 'outboundWebhooks'>,
  ) {
    this.trusted = new Set(outboundWebhooks.trustedOrigins);
  }

  /** Oldest first. */
  async list(orgId: string, page: PageQuery): Promise<OutboundWebhookList> {
    const { items, total } = await this.webhooks.list(orgId, page);
    const now = currentDate();
    return {
      webhooks: items.map((webhook) => webhookView(webhook, now)),
      total,
      limit: page.limit,
      offset: page.offset,
    };
  }

  /** @throws 404 */
  async get({ orgId, webhookId }: WebhookPath): Promise<OutboundWebhookView> {
    return webhookView(found(await this.webhooks.find(orgId, webhookId)), currentDate());
  }

  /**
   * Only this response has the secret.
   * @throws 400 for a URL that nothing is sent to, 409 when the organization has the maximum number
   */
  async create(
    principal: HubPrincipal,
    orgId: string,
    { url, events, description = '', enabled = true }: CreateOutboundWebhookRequest,
  ): Promise<OutboundWebhookWithSecret> {
    this.requireUrl(url);
    const now = currentDate();
    const id = randomUUID();
    const secret = newWebhookSecret();
    const sealed = this.secrets.seal(secret, id);
    const webhook: StoredWebhook = {
      id,
      orgId,
      url,
      events,
      description,
      enabled,
      disabledReason: null,
      lastSuccessAt: null,
      oldSecretUntil: null,
      createdAt: now,
      updatedAt: now,
    };
    await this.changes.run(principal, { organizations: [orgId] }, async (caller) => {
      if ((await this.webhooks.count(orgId)) >= MAX_WEBHOOKS) {
        throw conflict(`the organization has ${MAX_WEBHOOKS} webhooks, the maximum; delete one first`);
      }
      await this.webhooks.insert({ ...webhook, secret: sealed, madeBy: userBehind(caller) });
      await this.audit.record({
        orgId,
        actor: actorOf(caller),
        action: 'webhook.created',
        resourceId: id,
        details: auditedTerms(webhook),
      });
    });
    return webhookWithSecret(webhook, secret, now);
  }

  /** Enabling one that the hub has disabled sends what still waits for it. @throws 400, 404 */
  async change(
    principal: HubPrincipal,
    { orgId, webhookId }: WebhookPath,
    request: ChangeOutboundWebhookRequest,
  ): Promise<OutboundWebhookView> {
    if (request.url !== undefined) this.requireUrl(request.url);
    return this.changes.run(principal, { organizations: [orgId] }, async (caller) => {
      const current = found(await this.webhooks.lock(orgId, webhookId));
      const terms: WebhookTerms = {
        url: request.url ?? current.url,
        description: request.description ?? current.description,
        events: request.events ?? current.events,
        enabled: request.enabled ?? current.enabled,
      };
      const now = currentDate();
      const changes = changesBetween(auditedTerms(current), auditedTerms(terms));
      if (changes === undefined && terms.url === current.url) return webhookView(current, now);
      await this.webhooks.change(webhookId, terms, now);
      await this.audit.record({
        orgId,
        actor: actorOf(caller),
        action: 'webhook.updated',
        resourceId: webhookId,
        // Another path of the same origin.
        details: changes === undefined ? { url_changed: true } : { changes },
      });
      const disabledReason = terms.enabled ? null : current.disabledReason;
      return webhookView({ ...current, ...terms, disabledReason, updatedAt: now }, now);
    });
  }

  /**
   * Gives a webhook another secret. Only this response has it; the one before signs too for 24 hours.
   * @throws 404
   */
  rotate(principal: HubPrincipal, path: WebhookPath): Promise<OutboundWebhookWithSecret> {
    return this.changes.run(principal, { organizations: [path.orgId] }, (caller) =>
      this.rotateLocked(caller, path),
    );
  }

  /** The same in a transaction that has locked the organization. @throws 404 */
  async rotateLocked(
    caller: Confirmed,
    { orgId, webhookId }: WebhookPath,
  ): Promise<OutboundWebhookWithSecret> {
    const secret = newWebhookSecret();
    const sealed = this.secrets.seal(secret, webhookId);
    const now = currentDate();
    const oldSecretUntil = new Date(now.getTime() + OLD_SECRET_MS);
    const current = found(await this.webhooks.lock(orgId, webhookId));
    const made = { secret: sealed, madeBy: userBehind(caller) };
    await this.webhooks.rotate(webhookId, made, oldSecretUntil, now);
    const actor = actorOf(caller);
    const details = { old_secret_until: oldSecretUntil.toISOString() };
    await this.audit.record({ orgId, actor, action: 'webhook.rotated', resourceId: webhookId, details });
    return webhookWithSecret({ ...current, oldSecretUntil, updatedAt: now }, secret, now);
  }

  /** Also deletes its deliveries. @throws 404 */
  async remove(principal: HubPrincipal, { orgId, webhookId }: WebhookPath): Promise<void> {
    await this.changes.run(principal, { organizations: [orgId] }, async (caller) => {
      const webhook = found(await this.webhooks.lock(orgId, webhookId));
      await this.webhooks.delete(webhookId);
      const actor = actorOf(caller);
      const details = auditedTerms(webhook);
      await this.audit.record({ orgId, actor, action: 'webhook.deleted', resourceId: webhookId, details });
    });
  }

  private requireUrl(url: string): void {
    if (!isWebhookUrl(url, this.trusted)) throw badRequest('url', WEBHOOK_URL_RULE);
  }
}

function found(webhook: StoredWebhook | undefined): StoredWebhook {
  if (webhook === undefined) throw notFound('webhook');
  return webhook;
}
