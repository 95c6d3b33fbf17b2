import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import type { Actor } from '../audit/audit-event.js';
import { AuditService } from '../audit/audit.service.js';
import { currentOrigin } from '../audit/request-origin.js';
import { clientNetwork } from '../rate-limit/client-network.js';
import { RequestCounter } from '../rate-limit/request-counter.js';

const MINUTE_MS = 60_000;
const MAX_OF_NETWORK = 10;
const MAX_OF_ALL = 100;

const NOBODY: Actor = { id: null, type: 'user', name: '' };

/** Why a sign-in is refused, as the audit trail says it. */
export type RefusalReason =
  'not_under_way' | 'refused_by_provider' | 'answer_does_not_hold' | 'wrong_password' | 'user_suspended';

/**
 * Records refused sign-ins (decisions, hub 13). Anybody can make them, without end: some of each network and of all
 * networks together are recorded in a minute, and no more.
 */
@Injectable()
export class SignInRefusals {
  constructor(
    private readonly audit: AuditService,
    private readonly counter: RequestCounter,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  async record(reason: RefusalReason, actor: Actor = NOBODY): Promise<void> {
    if (this.config.readOnly) return;
    const network = clientNetwork(currentOrigin().ipAddress);
    const { hits } = await this.counter.hit(`refused-sign-in:${network}`, MINUTE_MS);
    if (hits > MAX_OF_NETWORK) return;
    const all = await this.counter.hit('refused-sign-in', MINUTE_MS);
    if (all.hits > MAX_OF_ALL) return;
    await this.audit.record({
      orgId: null,
      actor,
      action: 'session.refused',
      resourceId: null,
      details: { reason },
    });
  }
}
