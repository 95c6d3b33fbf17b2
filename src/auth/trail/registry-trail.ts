import { Injectable } from '@nestjs/common';
import { currentOrigin } from '../../common/http/request-origin.js';
import { systemUser } from '../../common/operation/system-user.js';
import type { JsonObject } from '../../common/values/json.js';
import { nameKey } from '../../common/values/names.js';
import { currentDate } from '../../common/values/clock.js';
import { Outbox } from '../../storage/outbox/outbox.js';
import {
  REGISTRY_CHANGES,
  type RegistryActor,
  type RegistryChange,
  type RegistryPerson,
} from '../../storage/outbox/registry-changes.js';
import type { RegistryPrincipal } from '../registry/registry-principal.js';
import type { AuditAction } from './resource-types.js';

/** Who changes the registry: a caller, the operator of the command line, or the first start. */
export type RegistryChanger = RegistryPrincipal | RegistryPerson | 'operator' | 'start';

/** A change to record. */
export interface RecordedChange {
  /** Slug of the organization; without one, the change is in the platform's trail. */
  readonly org?: string;
  readonly action: AuditAction;
  readonly resource: RegistryChange['resource'];
  /** Without secrets; far below the limit of messages. */
  readonly details: JsonObject;
}

// Messages about what belongs to no organization. No slug is like it.
const PLATFORM = '';

const MAX_USER_AGENT = 512;

/**
 * Sends changes in the registry to the audit trail, in their transactions (ADR 108). The registry does not wait for the
 * chain of the trail: the hub appends the event soon after.
 */
@Injectable()
export class RegistryTrail {
  constructor(private readonly outbox: Outbox) {}

  /** Records a change in the running transaction. */
  record(changer: RegistryChanger, { org, action, resource, details }: RecordedChange): Promise<void> {
    const { ipAddress, userAgent } = currentOrigin();
    const change: RegistryChange = {
      action,
      actor: actorOf(changer),
      org: org ?? null,
      resource,
      details: changer === 'operator' ? { ...details, system_user: systemUser() } : details,
      changed_at: currentDate().toISOString(),
      ip_address: ipAddress,
      user_agent: userAgent.slice(0, MAX_USER_AGENT),
    };
    return this.outbox.add(REGISTRY_CHANGES, org === undefined ? PLATFORM : nameKey(org), { ...change });
  }
}

function actorOf(changer: RegistryChanger): RegistryActor {
  if (typeof changer === 'string') return { kind: 'system', name: changer };
  if (!('kind' in changer)) return { kind: 'person', ...changer, token_id: null };
  const { subject, accountId, publicTokenId, isService } = changer;
  if (isService) return { kind: 'system', name: subject };
  return { kind: 'person', subject, account_id: accountId ?? null, token_id: publicTokenId ?? null };
}
