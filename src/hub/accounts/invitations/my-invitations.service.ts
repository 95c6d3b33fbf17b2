import { Injectable } from '@nestjs/common';
import { notFound } from '../../../common/errors/api-error.js';
import { emailKey } from '../../../common/values/email-address.js';
import { HubChanges } from '../../../auth/hub/hub-changes.js';
import type { UserCaller } from '../../../auth/hub/hub-principal.js';
import { actorOf } from '../../audit/events/actor.js';
import type { MyOrganization } from '../identity/me.dto.js';
import type { PageQuery } from '../../platform/http/page.dto.js';
import type { InvitationPath } from './acceptance.repository.js';
import { InvitationAcceptanceService, type Invitee } from './invitation-acceptance.service.js';
import { receivedInvitationView } from './invitation.mapper.js';
import type { ReceivedInvitationList } from './my-invitations.dto.js';
import { MyInvitationsReadModel } from './my-invitations.read-model.js';

/** Lets users answer the invitations to the verified address in their credential (hub contract 6). */
@Injectable()
export class MyInvitationsService {
  constructor(
    private readonly changes: HubChanges,
    private readonly received: MyInvitationsReadModel,
    private readonly answers: InvitationAcceptanceService,
  ) {}

  /** Lists the pending invitations; none without a verified address. */
  async list({ verifiedEmail }: UserCaller, page: PageQuery): Promise<ReceivedInvitationList> {
    const { limit, offset } = page;
    if (verifiedEmail === undefined) return { invitations: [], total: 0, limit, offset };
    const { items, total } = await this.received.list(emailKey(verifiedEmail), page);
    return { invitations: items.map(receivedInvitationView), total, limit, offset };
  }

  /**
   * Makes the caller a member of the organization.
   * @throws 404 for an invitation to another address; 409 for one that is no longer pending, of a suspended
   * organization, or beyond the hundredth organization that the caller has joined
   */
  accept(caller: UserCaller, id: string): Promise<MyOrganization> {
    return this.answer(caller, id, async (invitee, path) => {
      const { organization, role } = await this.answers.accept(invitee, path);
      return { id: organization.id, slug: organization.slug, role };
    });
  }

  /** @throws 404 for an invitation to another address, 409 for one that is no longer pending */
  decline(caller: UserCaller, id: string): Promise<void> {
    return this.answer(caller, id, (invitee, path) => this.answers.decline(invitee, path));
  }

  /**
   * Runs `work` with an invitation to the caller's verified address and its organization locked. @throws 404 for other
   * invitations
   */
  private async answer<T>(
    principal: UserCaller,
    id: string,
    work: (invitee: Invitee, path: InvitationPath) => Promise<T>,
  ): Promise<T> {
    const { id: userId, verifiedEmail } = principal;
    if (verifiedEmail === undefined) throw notFound('invitation');
    const path = await this.received.find(emailKey(verifiedEmail), id);
    if (path === undefined) throw notFound('invitation');
    const locks = { users: [userId], organizations: [path.orgId] };
    return this.changes.run(principal, locks, (caller) =>
      work({ id: userId, actor: actorOf(caller), verifiedEmail }, path),
    );
  }
}
