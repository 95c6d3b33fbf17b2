import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { LOGGER, type Logger } from '../../../common/logging/logger.js';
import { RepeatedFailures } from '../../../common/logging/repeated-failures.js';
import { APP_CONFIG, type AppConfig } from '../../../config/app-config.js';
import { RefreshTokens } from '../identity-provider/refresh-tokens.js';
import { RefreshTokenSeal } from './refresh-token-seal.js';
import { SessionTrail, type Lapse } from './session-trail.js';
import { SessionsRepository, type RefreshClaim } from './sessions.repository.js';

/** How long a request waits for the provider; the answer is awaited in the background after that. */
const LONGEST_WAIT_MS = 3_000;

/** Revocations at the same time; those beyond it are skipped, and the tokens expire at the provider. */
const MAX_REVOCATIONS = 100;

/** Refused sessions that are remembered until their end is written; for others, the provider is asked again. */
const MAX_REFUSED = 10_000;

/**
 * Asks the identity provider once an hour whether the user of a session may still sign in, with the session's refresh
 * token, so that people who leave there leave here (ADR 88). A provider that is unavailable ends no session. Sessions for which
 * the provider gave no refresh token are not asked about.
 */
@Injectable()
export class SessionRefresh implements BeforeApplicationShutdown {
  private readonly seals: RefreshTokenSeal | undefined;
  /** By session id: concurrent requests share an answer. */
  private readonly asking = new Map<string, Promise<boolean>>();
  /** By session id: why sessions end whose end could not be written yet. The oldest is first. */
  private readonly refused = new Map<string, Lapse>();
  private readonly background = new Set<Promise<unknown>>();
  private revocations = 0;
  private readonly skipped: RepeatedFailures;
  private readonly unwritten: RepeatedFailures;

  constructor(
    private readonly sessions: SessionsRepository,
    private readonly trail: SessionTrail,
    private readonly tokens: RefreshTokens,
    @Inject(APP_CONFIG) { idp }: AppConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.skipped = new RepeatedFailures(logger, {
      what: 'refresh tokens are not revoked',
      then: 'too many are being revoked',
    });
    this.unwritten = new RepeatedFailures(logger, {
      what: 'the ends of refused sessions could not be written yet',
    });
    const secret = idp?.client?.sessionSecret;
    this.seals = secret === undefined ? undefined : new RefreshTokenSeal(secret);
  }

  /** What to store of a refresh token with a new session. */
  seal(token: string | undefined, id: string): Buffer | null {
    return (token === undefined ? undefined : this.seals?.seal(token, id)) ?? null;
  }

  /**
   * Whether a session has to be asked about that is not due: the provider has refused it, and its end is not written yet.
   */
  isRefused(id: string): boolean {
    return this.refused.has(id);
  }

  /**
   * Whether a session whose refresh is due, or that was refused, stays valid. Also true when the provider does not answer in time; a refusal
   * that comes later ends the session then.
   */
  async isStillValid(id: string, idHash: Buffer): Promise<boolean> {
    const pending = this.asking.get(id) ?? this.ask(id, idHash).finally(() => this.asking.delete(id));
    this.asking.set(id, pending);
    const timer = new AbortController();
    const late = wait(LONGEST_WAIT_MS, true, { signal: timer.signal }).catch(() => true);
    try {
      return await Promise.race([this.tracked(pending), late]);
    } finally {
      timer.abort();
    }
  }

  /** Revokes the refresh token of a session that has ended, in the background (RFC 7009). */
  revoke(sealed: Buffer | null, id: string): void {
    const token = sealed === null ? undefined : this.seals?.open(sealed, id);
    if (token === undefined) return;
    if (this.revocations >= MAX_REVOCATIONS) {
      this.skipped.failed({ limit: MAX_REVOCATIONS });
      return;
    }
    this.skipped.worked();
    this.revocations += 1;
    void this.tracked(this.tokens.revoke(token).finally(() => (this.revocations -= 1)));
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.allSettled(this.background);
  }

  /** Of all processes, the one whose claim changes the row asks; a question without an answer is repeated after an hour. */
  private async ask(id: string, idHash: Buffer): Promise<boolean> {
    const refused = this.refused.get(id);
    if (refused === undefined) {
      const claimed = await this.sessions.claimRefresh(idHash);
      if (claimed === undefined) return true;
      const lapse = await this.lapseOf(id, idHash, claimed);
      if (lapse === undefined) return true;
      this.logger.info({ reason: lapse }, 'a session ends');
      this.refuse(id, lapse);
    }
    await this.end(id, idHash, refused ?? this.refused.get(id));
    return false;
  }

  private refuse(id: string, lapse: Lapse): void {
    const [oldest] = this.refused.keys();
    if (oldest !== undefined && this.refused.size >= MAX_REFUSED) this.refused.delete(oldest);
    this.refused.set(id, lapse);
  }

  /** While the end cannot be written, this server refuses the session, and others ask the provider again. */
  private async end(id: string, idHash: Buffer, lapse: Lapse | undefined): Promise<void> {
    try {
      await this.trail.end(idHash, lapse);
      this.refused.delete(id);
      this.unwritten.worked();
    } catch (error) {
      this.unwritten.failed({ err: error });
      await this.sessions.releaseRefresh(idHash).catch(() => undefined);
    }
  }

  private async lapseOf(
    id: string,
    idHash: Buffer,
    { sealed, subject }: RefreshClaim,
  ): Promise<Lapse | undefined> {
    const token = this.seals?.open(sealed, id);
    // The secret has changed. Nobody knows any more whether the user may sign in.
    if (token === undefined) return 'unreadable_refresh_token';
    const outcome = await this.tokens.exchange(token, subject);
    if (outcome.kind === 'refused') return 'refused_by_provider';
    const next = outcome.kind === 'valid' ? this.seal(outcome.replacedBy, id) : null;
    await this.sessions.completeRefresh(idHash, next);
    return undefined;
  }

  private tracked<T>(work: Promise<T>): Promise<T> {
    this.background.add(work);
    const settled = (): void => void this.background.delete(work);
    work.then(settled, settled);
    return work;
  }
}
