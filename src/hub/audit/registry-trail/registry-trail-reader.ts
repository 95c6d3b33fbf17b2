import { Injectable } from '@nestjs/common';
import { isAuditAction } from '../../../auth/trail/resource-types.js';
import { withOrigin } from '../../../common/http/request-origin.js';
import type { JsonObject } from '../../../common/values/json.js';
import { Outbox } from '../../../storage/outbox/outbox.js';
import {
  REGISTRY_CHANGES,
  type RegistryActor,
  type RegistryChange,
} from '../../../storage/outbox/registry-changes.js';
import { systemActor, type Actor } from '../events/actor.js';
import { AuditService } from '../events/audit.service.js';
import { RegistryTrailRepository } from './registry-trail.repository.js';

/**
 * Appends changes of the registry to the audit trail (ADR 108): of their organization where the hub has it, otherwise of the
 * platform.
 */
@Injectable()
export class RegistryTrailReader {
  constructor(
    private readonly outbox: Outbox,
    private readonly known: RegistryTrailRepository,
    private readonly audit: AuditService,
  ) {}

  /** Appends all that is waiting. */
  async read(signal: AbortSignal = new AbortController().signal): Promise<void> {
    await this.outbox.handle(REGISTRY_CHANGES, (payload) => this.append(payload), signal);
  }

  private async append(payload: JsonObject): Promise<void> {
    const change = payload as unknown as RegistryChange;
    const { action, actor, org, resource, details, changed_at: changedAt } = change;
    if (!isAuditAction(action)) throw new Error(`unknown action ${action}`);
    const person = typeof resource === 'object' && resource !== null ? resource : undefined;
    const known = await this.known.find(org, actor.kind === 'person' ? actor : undefined, person);
    const origin = { ipAddress: change.ip_address, userAgent: change.user_agent };
    await withOrigin(origin, () =>
      this.audit.record({
        orgId: known.orgId,
        actor: shownActor(actor, known.actorId),
        action,
        resourceId: typeof resource === 'string' ? resource : (known.personId ?? person?.account_id ?? null),
        details: {
          ...details,
          ...(actor.kind === 'person' && actor.token_id !== null && { used_token: actor.token_id }),
          changed_at: changedAt,
        },
      }),
    );
  }
}

/** A person under the name that the registry knows, with the id of the hub's user, who may not exist. */
const shownActor = (actor: RegistryActor, id: string | null): Actor =>
  actor.kind === 'system' ? systemActor(actor.name) : { id, type: 'user', name: actor.subject };
