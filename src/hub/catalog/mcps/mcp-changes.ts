import { Injectable } from '@nestjs/common';
import { HubChanges } from '../../../auth/hub/hub-changes.js';
import type { Confirmed, HubPrincipal } from '../../../auth/hub/hub-principal.js';
import { notFound } from '../../../common/errors/api-error.js';
import { TransactionConflictError } from '../../../storage/database/database-errors.js';
import { McpsRepository, type LockedMcp } from './mcps.repository.js';

/** What a change locks besides its MCP. */
export interface MoreLocks {
  readonly organizations?: readonly (string | null)[];
  /** Locks what has to be locked before MCPs. */
  readonly first?: () => Promise<void>;
}

/** Changes of MCPs by callers, under the lock of the organization and of the MCP. */
@Injectable()
export class McpChanges {
  constructor(
    private readonly changes: HubChanges,
    private readonly mcps: McpsRepository,
  ) {}

  /** Runs the creation of an MCP in a transaction. */
  create<T>(
    principal: HubPrincipal,
    orgId: string | null,
    work: (caller: Confirmed) => Promise<T>,
  ): Promise<T> {
    return this.changes.run(principal, { organizations: [orgId] }, work);
  }

  /** Runs a change of an MCP in a transaction; the caller's authority is read again in it. @throws 404 */
  run<T>(
    principal: HubPrincipal,
    id: string,
    work: (caller: Confirmed, mcp: LockedMcp) => Promise<T>,
    { organizations = [], first }: MoreLocks = {},
  ): Promise<T> {
    let expected: string | null | undefined;
    const locks = async () => {
      const { orgId } = found(await this.mcps.findOrganization(id));
      expected = orgId;
      return { organizations: [orgId, ...organizations] };
    };
    return this.changes.run(principal, locks, async (caller) => {
      await first?.();
      const mcp = found(await this.mcps.lock(id));
      // Its organization is not the one that was locked.
      if (mcp.orgId !== expected) {
        throw new TransactionConflictError('the MCP has moved to another organization');
      }
      return work(caller, mcp);
    });
  }
}

function found<T>(mcp: T | undefined): T {
  if (mcp === undefined) throw notFound('MCP');
  return mcp;
}
