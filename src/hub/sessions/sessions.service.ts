import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { unauthorized } from '../../common/errors/unauthorized.js';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import type { UserCaller } from '../../access/hub-principal.js';
import { AuditService } from '../audit/audit.service.js';
import { UserCallers } from '../identity/user-callers.js';
import type { UserProfile } from '../../access/user-profile.js';
import { actorNameOf } from '../audit/actor.js';
import { SessionsRepository } from './sessions.repository.js';

/** Name of the cookie that holds a session's id. */
export const SESSION_COOKIE = 'session';

/** Lifetime of the cookie: that of the session. */
export { SESSION_SECONDS } from './sessions.repository.js';

const ID = /^[\w-]{43}$/;

const hashOf = (id: string): Buffer => createHash('sha256').update(id).digest();

/** Sessions of signed-in browsers. They expire (hub contract 1); the repository enforces it. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly sessions: SessionsRepository,
    private readonly audit: AuditService,
    private readonly callers: UserCallers,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * The user of a session with their current rights; undefined if the session is not valid or the user is suspended.
   */
  async callerOf(id: string): Promise<UserCaller | undefined> {
    if (!ID.test(id)) return undefined;
    const hash = hashOf(id);
    const snapshot = await this.sessions.findSnapshot(hash);
    if (snapshot === undefined) return undefined;
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
   * Creates a session and returns its id, 256 random bits. Call it as the last step of the sign-in's transaction.
   * @param verifiedEmail the address that the identity provider verified, at this sign-in
   */
  async create(
    user: UserProfile & { readonly id: string },
    verifiedEmail: string | undefined,
    replaced: string | undefined,
  ): Promise<string> {
    const id = randomBytes(32).toString('base64url');
    const session = { idHash: hashOf(id), userId: user.id, verifiedEmail: verifiedEmail ?? null };
    await this.sessions.create(session, replaced === undefined ? null : hashOf(replaced));
    await this.record(user, 'session.created');
    return id;
  }

  /** Ends a session if it exists. */
  async end(id: string | undefined): Promise<void> {
    if (id === undefined || !ID.test(id)) return;
    await this.uow.run(async () => {
      const user = await this.sessions.end(hashOf(id));
      if (user !== undefined) await this.record(user, 'session.ended');
    });
  }

  private record(user: UserProfile & { readonly id: string }, action: `session.${string}`): Promise<void> {
    const actor = { id: user.id, type: 'user' as const, name: actorNameOf(user) };
    return this.audit.record({ orgId: null, actor, action, resourceId: null, details: {} });
  }
}
