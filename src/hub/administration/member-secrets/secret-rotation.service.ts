import { Injectable } from '@nestjs/common';
import { HubChanges } from '../../../auth/hub/hub-changes.js';
import type { Confirmed, HubPrincipal } from '../../../auth/hub/hub-principal.js';
import { notFound } from '../../../common/errors/api-error.js';
import { AllowListsService } from '../../gate/allow-lists/allow-lists.service.js';
import { actorOf } from '../../audit/events/actor.js';
import { AuditService } from '../../audit/events/audit.service.js';
import { SourceSecretsRepository } from '../../ingestion/source-secrets/source-secrets.repository.js';
import { SECRET_KINDS, type RotatedSecrets, type SecretKind } from './member-secrets.dto.js';
import { MemberSecretsRepository } from './member-secrets.repository.js';
import { OwnedSecrets } from './owned-secrets.js';

/** Replaces what a person made or knows, in one transaction (hub contract 50). */
@Injectable()
export class SecretRotation {
  constructor(
    private readonly changes: HubChanges,
    private readonly secrets: MemberSecretsRepository,
    private readonly sources: SourceSecretsRepository,
    private readonly owned: OwnedSecrets,
    private readonly allowLists: AllowListsService,
    private readonly audit: AuditService,
  ) {}

  /** Only this response has the new secrets. @throws 404 for somebody who is no member and never was, 409 when the server has no key for the secrets of webhooks */
  rotate(
    principal: HubPrincipal,
    orgId: string,
    userId: string,
    kinds: readonly SecretKind[] = SECRET_KINDS,
  ): Promise<RotatedSecrets> {
    return this.changes.run(principal, { organizations: [orgId] }, async (caller) => {
      if (!(await this.secrets.isOrWasMember(orgId, userId))) throw notFound('member');
      const rotated = await this.replaceAll(caller, orgId, userId, new Set(kinds));
      await this.audit.record({
        orgId,
        actor: actorOf(caller),
        action: 'member.secrets_rotated',
        resourceId: userId,
        details: Object.fromEntries(Object.entries(rotated).map(([kind, { length }]) => [kind, length])),
      });
      return rotated;
    });
  }

  private async replaceAll(
    caller: Confirmed,
    orgId: string,
    userId: string,
    kinds: ReadonlySet<SecretKind>,
  ): Promise<RotatedSecrets> {
    const rotated: RotatedSecrets = {
      service_tokens: [],
      allow_lists: [],
      badges: [],
      webhooks: [],
      source_secrets: [],
    };
    if (kinds.has('service_tokens')) {
      for (const token of await this.secrets.tokens(orgId, userId)) {
        rotated.service_tokens.push(await this.owned.replaceToken(caller, orgId, token));
      }
    }
    if (kinds.has('allow_lists')) {
      for (const { id } of await this.secrets.allowLists(orgId, userId)) {
        rotated.allow_lists.push(await this.allowLists.rotateLocked(caller, { orgId, allowListId: id }));
      }
    }
    if (kinds.has('badges')) {
      for (const { id } of await this.secrets.badges(orgId, userId)) {
        rotated.badges.push(await this.owned.replaceBadge(caller, orgId, id));
      }
    }
    if (kinds.has('webhooks')) {
      for (const { id } of await this.secrets.webhooks(orgId, userId)) {
        rotated.webhooks.push(await this.owned.replaceWebhook(caller, orgId, id));
      }
    }
    if (kinds.has('source_secrets')) {
      for (const secret of await this.sources.madeBy(orgId, userId)) {
        rotated.source_secrets.push(await this.owned.replaceSourceSecret(caller, secret));
      }
    }
    return rotated;
  }
}
