import { Injectable } from '@nestjs/common';
import { conflict, notFound, type ApiError } from '../../../common/errors/api-error.js';
import { emailKey } from '../../../common/values/email-address.js';
import type { Role } from '../../../auth/rules/roles.js';
import type { Actor } from '../../audit/events/actor.js';
import { AuditService } from '../../audit/events/audit.service.js';
import { changesBetween } from '../../audit/events/changes.js';
import {
  HubOrganizationsRepository,
  type OrganizationSummary,
} from '../organizations/hub-organizations.repository.js';
import { AcceptanceRepository, type Acceptance, type InvitationPath } from './acceptance.repository.js';
import { InvitationsRepository, type LockedInvitation } from './invitations.repository.js';

const MAX_JOINED = 100;

/** An active user whose row is locked, and the verified address in their credential. */
export interface Invitee {
  readonly id: string;
  readonly actor: Actor;
  readonly verifiedEmail: string;
}

/** A user's new membership. */
export interface AcceptedInvitation {
  readonly organization: OrganizationSummary;
  readonly role: Role;
}

/** Accepts and declines invitations to a user's verified address (hub contract 6). */
@Injectable()
export class InvitationAcceptanceService {
  constructor(
    private readonly organizations: HubOrganizationsRepository,
    private readonly invitations: InvitationsRepository,
    private readonly acceptances: AcceptanceRepository,
    private readonly audit: AuditService,
  ) {}

  /**
   * Accepts an invitation. The organization must be locked.
   * @throws 404 for an invitation to another address, 409 for one that can no longer be accepted
   */
  async accept(invitee: Invitee, path: InvitationPath): Promise<AcceptedInvitation> {
    const outcome = await this.join(invitee, path);
    if ('kind' in outcome) throw outcome;
    return outcome;
  }

  /**
   * Declines an invitation, also one that cannot be accepted now because its inviter lost the permission. The
   * organization must be locked.
   * @throws 404 for an invitation to another address, 409 for one that is no longer pending
   */
  async decline(invitee: Invitee, { orgId, id }: InvitationPath): Promise<void> {
    const organization = await this.organizations.find(orgId);
    const invitation = await this.invitations.lock(orgId, id);
    if (organization === undefined || !isFor(invitee, invitation)) throw notFound('invitation');
    const { email, role, status } = invitation;
    if (status !== 'PENDING') throw conflict(`the invitation is ${status.toLowerCase()}`);
    await this.invitations.setStatus(orgId, id, 'REVOKED');
    await this.audit.record({
      orgId,
      actor: invitee.actor,
      action: 'invitation.declined',
      resourceId: id,
      details: { email, role },
    });
  }

  private async join(
    invitee: Invitee,
    { orgId, id }: InvitationPath,
  ): Promise<AcceptedInvitation | ApiError> {
    const organization = await this.organizations.find(orgId);
    const invitation = await this.invitations.lock(orgId, id);
    if (organization === undefined || !isFor(invitee, invitation)) return notFound('invitation');
    const { role: invitedRole, acceptableStatus: status } = invitation;
    if (status !== 'PENDING') return conflict(`the invitation is ${status.toLowerCase()}`);
    if (organization.status !== 'ACTIVE') return conflict('the organization is suspended');
    if ((await this.acceptances.countJoined(invitee.id)) >= MAX_JOINED) {
      return conflict(`you have joined ${MAX_JOINED} organizations; leave one first`);
    }
    await this.invitations.setStatus(orgId, id, 'ACCEPTED');
    const acceptance = await this.acceptances.addMember(orgId, invitee.id, invitedRole);
    const effect = effectOf(acceptance, id, invitedRole, invitee.id);
    await this.audit.record({ orgId, actor: invitee.actor, ...effect });
    return { organization, role: acceptance.role };
  }
}

/** Whether an invitation is to the invitee's verified address. */
const isFor = (
  { verifiedEmail }: Invitee,
  invitation: LockedInvitation | undefined,
): invitation is LockedInvitation =>
  invitation !== undefined && emailKey(invitation.email) === emailKey(verifiedEmail);

function effectOf({ previousRole, role }: Acceptance, id: string, invitedRole: Role, userId: string) {
  const details = { invitation_id: id, role: invitedRole };
  if (previousRole === role) return { action: 'invitation.accepted', resourceId: id, details } as const;
  if (previousRole === null) return { action: 'member.joined', resourceId: userId, details } as const;
  const changes = changesBetween({ role: previousRole }, { role });
  return { action: 'member.updated', resourceId: userId, details: { invitation_id: id, changes } } as const;
}
