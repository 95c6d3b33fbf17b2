import { Injectable } from '@nestjs/common';
import { AccountCredentialsRepository } from '../../../auth/accounts/account-credentials.repository.js';
import { RegistryMemberships } from '../../../auth/registry/registry-memberships.js';
import { conflict } from '../../../common/errors/api-error.js';
import type { Actor } from '../../audit/events/actor.js';
import { AuditService } from '../../audit/events/audit.service.js';
import { SentInvitations } from '../../accounts/invitations/sent-invitations.service.js';
import { MemberSecretsReader } from '../member-secrets/member-secrets.reader.js';
import type { EndedMembership, RemovedMember } from './members.dto.js';
import { MembersRepository, type FoundMember } from './members.repository.js';

/** A member to remove, and whether the organization has another owner who can sign in. */
type LeavingMember = FoundMember & { readonly hasOtherOwner: boolean };

/** How a member is removed. */
export interface Removal {
  readonly actor: Actor;
  readonly isLeaving?: boolean;
  /** Leaves the membership and the tokens in the registry as they are. */
  readonly keepRegistry?: boolean | undefined;
}

/** Removes members in both APIs (hub contract 5, registry contract 26). */
@Injectable()
export class MemberRemoval {
  constructor(
    private readonly members: MembersRepository,
    private readonly invitations: SentInvitations,
    private readonly accounts: AccountCredentialsRepository,
    private readonly registry: RegistryMemberships,
    private readonly secrets: MemberSecretsReader,
    private readonly audit: AuditService,
  ) {}

  /** In a transaction that has locked the organization. @throws 409 for the last owner */
  async remove(
    { id: orgId, slug }: { readonly id: string; readonly slug: string },
    member: LeavingMember,
    { actor, isLeaving = false, keepRegistry = false }: Removal,
  ): Promise<RemovedMember> {
    requireOwnerWithout(member);
    const { userId, email, role } = member;
    await this.members.remove(orgId, userId);
    await this.audit.record({
      orgId,
      actor,
      action: isLeaving ? 'member.left' : 'member.removed',
      resourceId: userId,
      details: { email, role, ...(keepRegistry && { keeps_registry: true }) },
    });
    await this.invitations.endOf(orgId, userId, undefined, actor);
    const registry = keepRegistry ? KEPT : await this.endInRegistry({ id: orgId, slug }, userId, actor);
    return { user_id: userId, registry, secrets: await this.secrets.read(orgId, userId) };
  }

  private async endInRegistry(
    { id: orgId, slug }: { readonly id: string; readonly slug: string },
    userId: string,
    actor: Actor,
  ): Promise<EndedMembership> {
    const account = await this.accounts.ofUser(userId);
    if (!this.registry.areKnown || account === undefined) return { membership: 'unknown', ended_tokens: [] };
    const { role, tokens } = await this.registry.end(slug, account);
    const of = { orgId, actor, resourceId: userId } as const;
    if (role !== null) {
      const details = { org: slug, username: account.subject, role };
      await this.audit.record({ ...of, action: 'registry_member.removed', details });
    }
    for (const tokenId of tokens) {
      const details = { token_id: tokenId, owner: account.subject };
      await this.audit.record({ ...of, action: 'registry_token.revoked', details });
    }
    return { membership: role === null ? 'none' : 'ended', ended_tokens: [...tokens] };
  }
}

const KEPT: EndedMembership = { membership: 'kept', ended_tokens: [] };

/** An organization always keeps an active owner. @throws 409 */
export function requireOwnerWithout({
  role,
  hasOtherOwner,
}: Pick<LeavingMember, 'role' | 'hasOtherOwner'>): void {
  if (role === 'OWNER' && !hasOtherOwner) throw conflict('the organization would be left without an owner');
}
