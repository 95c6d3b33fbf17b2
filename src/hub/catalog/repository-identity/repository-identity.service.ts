import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { systemActor } from '../../audit/events/actor.js';
import { AuditService } from '../../audit/events/audit.service.js';
import { repositoryKey } from '@mcp-hub/client-configurations/names';
import { OrganizationEvents } from '../../notifications/outbound-webhooks/organization-events.js';
import type { EventType } from '../../notifications/outbound-webhooks/outbound-values.js';
import { RepositoryIdentityRepository, type BoundMcp } from './repository-identity.repository.js';

/** A repository that a sender or code host has named. */
export interface NamedRepository {
  /** `host#id` */
  readonly identity: string;
  /** Sender and delivery id. */
  readonly delivery: string;
}

const ACTOR = systemActor('webhooks');

/** Which repository an MCP has: its code host's id of it, not its address (ADR 84). */
@Injectable()
export class RepositoryIdentity {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly mcps: RepositoryIdentityRepository,
    private readonly audit: AuditService,
    private readonly events: OrganizationEvents,
  ) {}

  /**
   * Notes which repository an MCP has. Its address is not taken by another one then.
   * @param isConfirmed whether the code host itself has said so when it was asked
   */
  bind(mcpId: string, identity: string, isConfirmed: boolean): Promise<void> {
    return this.mcps.bind(mcpId, identity, isConfirmed);
  }

  /** The repository of an MCP has another address: records it and notifies the organization, once. */
  moved(mcpId: string, url: string, { identity, delivery }: NamedRepository): Promise<void> {
    return this.uow.run(async () => {
      const mcp = await this.mcps.lock(mcpId);
      if (mcp === undefined || mcp.key === repositoryKey(url)) return;
      await this.mcps.move(mcp, url);
      await this.record(mcp, 'mcp.repository_moved', {
        from: mcp.repoUrl,
        to: url,
        repository: identity,
        delivery,
      });
      await this.notify(mcp, 'repository.moved', { from: mcp.repoUrl, to: url });
    });
  }

  /**
   * Another repository under the address of an MCP has sent something, which has no effect. The trail says so once a day:
   * its length is not for a stranger to decide.
   */
  refused(mcpId: string, { identity, delivery }: NamedRepository): Promise<void> {
    return this.uow.run(async () => {
      const mcp = (await this.mcps.claimRefusal(mcpId)) ? await this.mcps.find(mcpId) : undefined;
      if (mcp === undefined) return;
      const { repoUrl, identity: repository } = mcp;
      await this.record(mcp, 'mcp.repository_refused', {
        repo_url: repoUrl,
        repository,
        refused: identity,
        delivery,
      });
    });
  }

  /**
   * Another repository is under the address of an MCP, which does not find the MCP any more: notifies the organization,
   * once for each repository.
   */
  taken(mcpId: string, { identity, delivery }: NamedRepository): Promise<void> {
    return this.uow.run(async () => {
      const mcp = await this.mcps.lock(mcpId);
      if (mcp === undefined || mcp.takenBy === identity) return;
      await this.mcps.setTaken(mcpId, identity);
      const { repoUrl, identity: repository } = mcp;
      await this.record(mcp, 'mcp.repository_taken', {
        repo_url: repoUrl,
        repository,
        by: identity,
        delivery,
      });
      await this.notify(mcp, 'repository.taken', { repo_url: repoUrl });
    });
  }

  private record(
    { mcpId, orgId, name }: BoundMcp,
    action: `mcp.${string}`,
    details: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    return this.audit.record({
      orgId,
      actor: ACTOR,
      action,
      resourceId: mcpId,
      details: { mcp_name: name, ...details },
    });
  }

  private async notify({ mcpId, orgId, name }: BoundMcp, type: EventType, data: object): Promise<void> {
    if (orgId !== null) await this.events.add(orgId, type, { mcp: { id: mcpId, name }, ...data });
  }
}
