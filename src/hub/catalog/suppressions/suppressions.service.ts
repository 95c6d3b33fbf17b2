import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { badRequest, conflict, notFound } from '../../../common/errors/api-error.js';
import { parseTimestamp } from '../../../common/values/timestamp.js';
import { currentDate } from '../../../common/values/clock.js';
import { isForeignKeyViolation, isUniqueViolation } from '../../../storage/database/database-errors.js';
import { HubChanges } from '../../../auth/hub/hub-changes.js';
import type { Confirmed, HubPrincipal } from '../../../auth/hub/hub-principal.js';
import { actorOf } from '../../audit/events/actor.js';
import { AuditService } from '../../audit/events/audit.service.js';
import type { PageQuery } from '../../platform/http/page.dto.js';
import { suppressionView } from './suppression.mapper.js';
import type { CreateSuppressionRequest, SuppressionList, SuppressionView } from './suppressions.dto.js';
import { SuppressionsRepository } from './suppressions.repository.js';

const MAX_SUPPRESSIONS = 5000;
const YEAR_MS = 366 * 24 * 3_600_000;

const UNKNOWN_FINDING = 'must be the id of a finding of an MCP that the organization sees';

/** Findings that organizations accept for a while. They change no score, level or count (hub contract 27). */
@Injectable()
export class SuppressionsService {
  constructor(
    private readonly changes: HubChanges,
    private readonly suppressions: SuppressionsRepository,
    private readonly audit: AuditService,
  ) {}

  /** Newest first, with those that have expired. */
  async list(orgId: string, { limit, offset }: PageQuery): Promise<SuppressionList> {
    const { items, total } = await this.suppressions.list(orgId, { limit, offset });
    return { suppressions: items.map(suppressionView), total, limit, offset };
  }

  /** @throws 400 for an unknown finding or a wrong end, 409 for a finding that is suppressed, and at 5000 of them */
  async create(
    principal: HubPrincipal,
    orgId: string,
    { finding_id: findingId, reason, expires_at: end }: CreateSuppressionRequest,
  ): Promise<SuppressionView> {
    const now = currentDate();
    const expiresAt = expiryOf(end, now);
    const id = randomUUID();
    return this.run(principal, orgId, async (caller) => {
      const finding = await this.suppressions.findMcp(orgId, findingId);
      if (finding === undefined) throw badRequest('finding_id', UNKNOWN_FINDING);
      await this.suppressions.deleteExpired(orgId, findingId);
      if ((await this.suppressions.count(orgId)) >= MAX_SUPPRESSIONS) {
        throw conflict(`the organization has ${MAX_SUPPRESSIONS} suppressions; delete some`);
      }
      const actor = actorOf(caller);
      const author = { authorId: actor.id, authorType: actor.type, authorName: actor.name };
      await this.suppressions.insert({ id, orgId, findingId, reason, ...author, createdAt: now, expiresAt });
      const details = {
        finding_id: findingId,
        mcp_id: finding.mcpId,
        reason,
        expires_at: expiresAt.toISOString(),
      };
      await this.audit.record({ orgId, actor, action: 'suppression.created', resourceId: id, details });
      const created = await this.suppressions.find(orgId, id);
      if (created === undefined) throw badRequest('finding_id', UNKNOWN_FINDING);
      return suppressionView(created);
    });
  }

  /** @throws 404 */
  async remove(principal: HubPrincipal, orgId: string, id: string): Promise<void> {
    await this.run(principal, orgId, async (caller) => {
      const removed = await this.suppressions.delete(orgId, id);
      if (removed === undefined) throw notFound('suppression');
      await this.audit.record({
        orgId,
        actor: actorOf(caller),
        action: 'suppression.deleted',
        resourceId: id,
        details: { finding_id: removed.findingId },
      });
    });
  }

  private async run<T>(
    principal: HubPrincipal,
    orgId: string,
    work: (caller: Confirmed) => Promise<T>,
  ): Promise<T> {
    try {
      return await this.changes.run(principal, { organizations: [orgId] }, work);
    } catch (error) {
      if (isUniqueViolation(error, 'suppression_finding_key')) {
        throw conflict('the organization suppresses this finding already');
      }
      // The MCP was deleted meanwhile.
      if (isForeignKeyViolation(error, 'suppression_finding_id_fkey')) {
        throw badRequest('finding_id', UNKNOWN_FINDING);
      }
      throw error;
    }
  }
}

/** @throws 400 */
function expiryOf(text: string, now: Date): Date {
  const end = parseTimestamp(text);
  if (end === undefined || end <= now) throw badRequest('expires_at', 'must be in the future');
  if (end.getTime() - now.getTime() > YEAR_MS) throw badRequest('expires_at', 'must be within a year');
  return end;
}
