import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { unauthorized } from '../../../common/errors/unauthorized.js';
import { APP_CONFIG, type AppConfig } from '../../../config/app-config.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import type { UserCaller } from '../../../auth/hub/hub-principal.js';
import { UserCallers } from '../identity/user-callers.js';
import type { UserProfile } from '../../../auth/accounts/user-profile.js';
import { SessionRefresh } from './session-refresh.js';
import { SessionTrail } from './session-trail.js';
import { SessionsRepository } from './sessions.repository.js';

/** Lifetime of the cookie: that of the session. */
export { SESSION_SECONDS } from './sessions.repository.js';

const ID = /^[\w-]{43}$/;

const hashOf = (id: string): Buffer => createHash('sha256').update(id).digest();

/** What a sign-in knows about the user. */
export interface SignInResult {
  /** The address that the identity provider verified, at this sign-in. */
  readonly verifiedEmail: string | undefined;
  /** Undefined if the provider gave none. */
  readonly refreshToken: string | undefined;
}

/** Sessions of signed-in browsers. They expire (hub contract 1); the repository enforces it. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly trail: SessionTrail,
    private readonly refresh: SessionRefresh,
    private readonly callers: UserCallers,
    private readonly uow: UnitOfWork,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * The user of a session with their current rights; undefined if the session is not valid, the user is suspended, or the
   * identity provider no longer accepts them.
   */
  async callerOf(id: string): Promise<UserCaller | undefined> {
    if (!ID.test(id)) return undefined;
    const hash = hashOf(id);
    const snapshot = await this.sessions.findSnapshot(hash);
    if (snapshot === undefined) return undefined;
    if (!snapshot.valid) {
      if (!this.config.readOnly) this.refresh.revoke(await this.sessions.removeExpired(hash), id);
      return undefined;
    }
    const asks = (snapshot.refreshDue || this.refresh.isRefused(id)) && !this.config.readOnly;
    if (asks && !(await this.refresh.isStillValid(id, hash))) return undefined;
    const caller = this.callers.of(snapshot, {
      verifiedEmail: snapshot.verifiedEmail ?? undefined,
      requireValid: async () => {
        if (!(await this.sessions.keep(hash))) throw unauthorized();
      },
    });
    if (caller !== undefined && !snapshot.seenLately && !this.config.readOnly) {
      await this.sessions.recordUse(hash);
    }
    return caller;
  }

  /**
   * Creates a session with this id, 256 random bits. Call it as the last step of the sign-in's transaction. The session that
   * it replaces in the browser ends with its refresh token.
   */
  async create(
    id: string,
    user: UserProfile & { readonly id: string },
    { verifiedEmail, refreshToken }: SignInResult,
    replaced: string | undefined,
  ): Promise<void> {
    const session = {
      idHash: hashOf(id),
      userId: user.id,
      verifiedEmail: verifiedEmail ?? null,
      refreshSealed: this.refresh.seal(refreshToken, id),
    };
    const sealed = await this.sessions.create(session, replaced === undefined ? null : hashOf(replaced));
    await this.trail.record(user, 'session.created');
    if (replaced !== undefined) this.uow.afterCommit(() => this.refresh.revoke(sealed, replaced));
  }

  /** Ends a session if it exists, and the provider's refresh token with it. */
  async end(id: string): Promise<void> {
    if (!ID.test(id)) return;
    const ended = await this.trail.end(hashOf(id));
    if (ended !== undefined) this.refresh.revoke(ended.refreshSealed, id);
  }
}
