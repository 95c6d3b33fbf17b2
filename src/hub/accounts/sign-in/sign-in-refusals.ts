import { Inject, Injectable } from '@nestjs/common';
import { RefusedLogins, type RefusedLogin } from '../../../auth/local-users/refused-logins.js';
import { clientNetwork } from '../../../common/http/client-network.js';
import { currentOrigin } from '../../../common/http/request-origin.js';
import { LOGGER, type Logger } from '../../../common/logging/logger.js';
import { Meters, type Counter } from '../../../common/operation/meters.js';
import { MINUTE_MS } from '../../../common/values/durations.js';
import { APP_CONFIG, type AppConfig } from '../../../config/app-config.js';
import { RequestCounter, type Quota } from '../../../storage/counters/request-counter.js';
import type { Actor } from '../../audit/events/actor.js';
import { AuditService } from '../../audit/events/audit.service.js';

/** Above the limit for wrong passwords (`LoginAttempts`), so that each of those is an event. */
const OF_NETWORK: Quota = { limit: 40, windowMs: MINUTE_MS };
const BEYOND_LIMIT: Quota = { limit: 1, windowMs: MINUTE_MS };
/** Passwords are checked a few at a time and wrong ones are rate-limited; other attempts cost the caller nothing. */
const OF_ALL = {
  password: { limit: 1000, windowMs: MINUTE_MS },
  other: { limit: 200, windowMs: MINUTE_MS },
} as const satisfies Readonly<Record<string, Quota>>;

const UNKNOWN_ACTOR: Actor = { id: null, type: 'user', name: '' };

const REASONS = {
  reason: [
    'no_pending_sign_in',
    'refused_by_provider',
    'invalid_provider_response',
    'wrong_password',
    'user_disabled',
    'too_many_attempts',
    'user_suspended',
  ],
} as const;
type Reason = (typeof REASONS.reason)[number];

const OF_PASSWORDS: ReadonlySet<Reason> = new Set(['wrong_password', 'user_disabled', 'too_many_attempts']);

/** Why a sign-in through an identity provider is refused, as recorded in the audit trail. */
export type RefusalReason = Exclude<Reason, RefusedLogin['reason']>;

/**
 * Records refused sign-ins and logins as events of the platform (hub contract 13; registry contract 15). Anyone can
 * cause them without limit, and the audit chain is never pruned, so the number of events is bounded: for each network
 * and minute, and for all networks together. Of the attempts beyond the limit for wrong passwords, only the first is
 * recorded. Checked passwords have quotas of their own, so that other refusals cannot crowd password guesses out of the
 * trail. Refusals that are not recorded are in the log, and the next event of this process has their number
 * (`not_recorded`).
 */
@Injectable()
export class SignInRefusals extends RefusedLogins {
  private readonly refusals: Counter<typeof REASONS>;
  private notRecorded = 0;

  constructor(
    private readonly audit: AuditService,
    private readonly counter: RequestCounter,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    meters: Meters,
  ) {
    super();
    this.refusals = meters.counter('sign_in_refusals', 'Refused sign-ins and logins', REASONS);
  }

  /** Records a refused sign-in through an identity provider. */
  async record(reason: RefusalReason, actor: Actor = UNKNOWN_ACTOR): Promise<void> {
    this.logger.warn({ reason, username: actor.name, client: currentOrigin().ipAddress }, 'sign-in refused');
    await this.recordEvent(actor, { reason });
  }

  recordLogin({ reason, username }: RefusedLogin): Promise<void> {
    return this.recordEvent(UNKNOWN_ACTOR, { reason, username });
  }

  private async recordEvent(
    actor: Actor,
    details: { readonly reason: Reason; readonly username?: string },
  ): Promise<void> {
    this.refusals.add({ reason: details.reason });
    if (this.config.readOnly) return;
    if (!(await this.isWithinQuotas(details.reason))) {
      this.notRecorded += 1;
      return;
    }
    const notRecorded = this.notRecorded;
    this.notRecorded = 0;
    await this.audit.record({
      orgId: null,
      actor,
      action: 'session.refused',
      resourceId: null,
      details: { ...details, ...(notRecorded > 0 && { not_recorded: notRecorded }) },
    });
  }

  private async isWithinQuotas(reason: Reason): Promise<boolean> {
    const network = clientNetwork(currentOrigin().ipAddress);
    const kind = OF_PASSWORDS.has(reason) ? 'password' : 'other';
    const quotas: [string, Quota][] = [
      [`refused-sign-in:${kind}:${network}`, OF_NETWORK],
      [`refused-sign-in:${kind}`, OF_ALL[kind]],
    ];
    if (reason === 'too_many_attempts') quotas.unshift([`refused-beyond-limit:${network}`, BEYOND_LIMIT]);
    for (const [key, quota] of quotas) {
      if (!(await this.counter.hit(key, quota)).accepted) return false;
    }
    return true;
  }
}
