import { Inject, Injectable } from '@nestjs/common';
import { RefusedLogins, type RefusedLogin } from '../../access/local-users/refused-logins.js';
import { clientNetwork } from '../../common/http/client-network.js';
import { currentOrigin } from '../../common/http/request-origin.js';
import { LOGGER, type Logger } from '../../common/logging/logger.js';
import { Meters, type Counter } from '../../common/operation/meters.js';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import { RequestCounter, type Quota } from '../../storage/counters/request-counter.js';
import type { Actor } from '../audit/actor.js';
import { AuditService } from '../audit/audit.service.js';

const MINUTE_MS = 60_000;
/** More than wrong passwords are accepted for (`LoginAttempts`), so that each of those is an event. */
const OF_NETWORK: Quota = { limit: 40, windowMs: MINUTE_MS };
const BEYOND_LIMIT: Quota = { limit: 1, windowMs: MINUTE_MS };
/** Passwords are checked a few at a time, and wrong ones are limited; anything else costs the caller nothing. */
const OF_ALL = {
  password: { limit: 1000, windowMs: MINUTE_MS },
  other: { limit: 200, windowMs: MINUTE_MS },
} as const satisfies Readonly<Record<string, Quota>>;

const NOBODY: Actor = { id: null, type: 'user', name: '' };

const REASONS = {
  reason: [
    'not_under_way',
    'refused_by_provider',
    'answer_does_not_hold',
    'wrong_password',
    'user_disabled',
    'too_many_attempts',
    'user_suspended',
  ],
} as const;
type Reason = (typeof REASONS.reason)[number];

const OF_PASSWORDS: ReadonlySet<Reason> = new Set(['wrong_password', 'user_disabled', 'too_many_attempts']);

/** Why a sign-in through an identity provider is refused, as the audit trail says it. */
export type RefusalReason = Exclude<Reason, RefusedLogin['reason']>;

/**
 * Records refused sign-ins and logins as events of the platform (hub contract 13; registry contract 15). Each is one event, but
 * anybody can make them, without end, and the chain keeps all for good. So a network has a bounded number of events in a
 * minute, and of attempts beyond the limit of wrong passwords only the first; all networks together have a bound too.
 * Checked passwords have bounds of their own, so that nobody can keep guesses out of the trail by other refusals. What is
 * not recorded is in the log, and the next event that this process records says how many there were (`not_recorded`).
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

  /** Reports a sign-in that came through an identity provider. */
  async record(reason: RefusalReason, actor: Actor = NOBODY): Promise<void> {
    this.logger.warn({ reason, username: actor.name, client: currentOrigin().ipAddress }, 'sign-in refused');
    await this.recordEvent(actor, { reason });
  }

  recordLogin({ reason, username }: RefusedLogin): Promise<void> {
    return this.recordEvent(NOBODY, { reason, username });
  }

  private async recordEvent(
    actor: Actor,
    details: { readonly reason: Reason; readonly username?: string },
  ): Promise<void> {
    this.refusals.add({ reason: details.reason });
    if (this.config.readOnly) return;
    if (!(await this.hasRoom(details.reason))) {
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

  private async hasRoom(reason: Reason): Promise<boolean> {
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
