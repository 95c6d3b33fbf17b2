import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../config/app-config.js';
import { LOCAL_ISSUER } from '../../../auth/local-users/local-issuer.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { NO_PROFILE } from '../../../auth/accounts/user-profile.js';
import { HubUser } from '../../accounts/identity/hub-user.entity.js';
import { subjectHash } from '../../../auth/accounts/subjects.repository.js';

/** SQL of what is erased with an account. */
@Injectable()
export class AccountRemovalRepository {
  constructor(
    private readonly uow: UnitOfWork,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** The user of the hub who signs in with a local account; undefined before their first sign-in. */
  async findLocal(accountId: string): Promise<string | undefined> {
    const row = await this.uow.row<{ id: string }>(
      'SELECT id FROM hub_user WHERE issuer = $1 AND subject = $2',
      [LOCAL_ISSUER, accountId],
    );
    return row?.id;
  }

  /** Locks a user with their local account, before organizations are locked. */
  async lock(id: string, accountId: string): Promise<void> {
    await this.uow.rows('SELECT id FROM hub_user WHERE id = $1 FOR NO KEY UPDATE', [id]);
    await this.uow.rows('SELECT id FROM local_user WHERE id = $1 FOR UPDATE', [accountId]);
  }

  /**
   * Ends all credentials of a locked user and removes what identifies the person. The row stays with its id, for
   * references.
   */
  async erase(id: string): Promise<void> {
    const user = await this.uow.row<{ issuer: string | null; subject: string | null }>(
      'SELECT issuer, subject FROM hub_user WHERE id = $1',
      [id],
    );
    if (user?.issuer != null && user.subject != null) await this.forget(user.issuer, user.subject);
    await this.uow.rows(
      `UPDATE invitation SET status = 'REVOKED'
        WHERE status = 'PENDING'
          AND email_key = (SELECT email_key FROM hub_user WHERE id = $1 AND (email_verified OR subject IS NULL))`,
      [id],
    );
    await this.uow.rows('DELETE FROM hub_session WHERE user_id = $1', [id]);
    await this.uow.manager.getRepository(HubUser).update(
      { id },
      {
        ...NO_PROFILE,
        emailKey: '',
        status: 'DELETED',
        issuer: null,
        subject: null,
        role: 'USER',
        updatedAt: () => 'now()',
      },
    );
  }

  /** Deletes a local account with its memberships in the registry; its API tokens go with it. */
  async removeLocal(accountId: string): Promise<void> {
    await this.uow.rows(
      `DELETE FROM registry_member WHERE username_key = (SELECT username_key FROM local_user WHERE id = $1)`,
      [accountId],
    );
    await this.uow.rows('DELETE FROM local_user WHERE id = $1', [accountId]);
  }

  /** Tokens that the provider has issued before stay valid there; the date of the deletion distinguishes them from later ones. */
  private async forget(issuer: string, subject: string): Promise<void> {
    if (issuer === LOCAL_ISSUER) {
      await this.removeLocal(subject);
    } else {
      await this.uow.rows('DELETE FROM registry_api_token WHERE issuer = $1 AND owner = $2', [
        issuer,
        subject,
      ]);
      if (this.isIssuerOfRegistry(issuer)) await this.removeMember(subject);
    }
    await this.uow.rows(
      `INSERT INTO deleted_subject (subject_hash, deleted_at) VALUES ($1, now())
       ON CONFLICT (subject_hash) DO UPDATE SET deleted_at = now()`,
      [subjectHash(issuer, subject)],
    );
  }

  /** In `enterprise` mode members of the registry are subjects of its issuer; in `oss` mode they are local users. */
  private isIssuerOfRegistry(issuer: string): boolean {
    const { auth } = this.config;
    return auth.mode === 'enterprise' && auth.issuer === issuer;
  }

  private async removeMember(subject: string): Promise<void> {
    await this.uow.rows('DELETE FROM registry_member WHERE username_key = $1 AND username = $1', [subject]);
  }
}
