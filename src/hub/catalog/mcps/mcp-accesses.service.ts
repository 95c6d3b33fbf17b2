import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { HubPrincipal } from '../../../auth/hub/hub-principal.js';
import { DelayedBatch } from '../../../common/concurrency/delayed-batch.js';
import { currentOrigin, withOrigin, type RequestOrigin } from '../../../common/http/request-origin.js';
import { LOGGER, type Logger } from '../../../common/logging/logger.js';
import { RepeatedFailures } from '../../../common/logging/repeated-failures.js';
import { APP_CONFIG, type AppConfig } from '../../../config/app-config.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { readerOf, type Actor } from '../../audit/events/actor.js';
import { AuditService } from '../../audit/events/audit.service.js';
import { McpAccessesRepository } from './mcp-accesses.repository.js';

const WRITE_AFTER_MS = 1000;
const MAX_WAITING = 10_000;
// The database decides once an hour; until it is asked again, nothing happens for the same caller and MCP.
const ASK_AGAIN_MS = 5 * 60_000;
const MAX_REMEMBERED = 10_000;

/** A private MCP that is read. */
export interface PrivateMcp {
  readonly id: string;
  readonly orgId: string | null;
  readonly name: string;
}

interface Access {
  readonly mcp: PrivateMcp;
  readonly actor: Actor & { readonly id: string };
  readonly origin: RequestOrigin;
}

/**
 * Records who reads private MCPs, once an hour for a caller and an MCP (hub contract 13). Reads do not wait for it: events
 * are written together a second later.
 */
@Injectable()
export class McpAccesses implements OnModuleDestroy {
  /** When the database was last asked about a caller and an MCP; the oldest is first. */
  private readonly asked = new Map<string, number>();
  private readonly batch: DelayedBatch<string, Access>;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly accesses: McpAccessesRepository,
    private readonly audit: AuditService,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.batch = new DelayedBatch({
      write: (waiting) => this.write(waiting.map(([, access]) => access)),
      delayMs: WRITE_AFTER_MS,
      maxItems: MAX_WAITING,
      failureLog: new RepeatedFailures(logger, {
        what: 'accesses to private MCPs could not be recorded yet',
      }),
    });
  }

  /** Notes that a caller has read an MCP. @param mcp null for a public one, of which nothing is recorded */
  note(principal: HubPrincipal, mcp: PrivateMcp | null): void {
    if (mcp === null || principal.kind === 'anonymous' || this.config.readOnly) return;
    const key = `${principal.id} ${mcp.id}`;
    const now = performance.now();
    if (now - (this.asked.get(key) ?? -Infinity) < ASK_AGAIN_MS) return;
    this.asked.delete(key);
    this.asked.set(key, now);
    for (const oldest of this.asked.keys()) {
      if (this.asked.size <= MAX_REMEMBERED) break;
      this.asked.delete(oldest);
    }
    this.batch.add(key, { mcp, actor: readerOf(principal), origin: currentOrigin() });
  }

  /** Writes what waits. */
  flush(): Promise<void> {
    return this.batch.flush();
  }

  async onModuleDestroy(): Promise<void> {
    await this.flush();
  }

  /** In the order of the reads. */
  private write(accesses: readonly Access[]): Promise<void> {
    return this.uow.run(async () => {
      const pairs = accesses.map(({ mcp, actor }) => ({ callerId: actor.id, mcpId: mcp.id }));
      const due = new Set(
        (await this.accesses.claim(pairs)).map(({ callerId, mcpId }) => `${callerId} ${mcpId}`),
      );
      for (const access of accesses) {
        if (due.has(`${access.actor.id} ${access.mcp.id}`)) await this.record(access);
      }
      await this.accesses.forget(2 * accesses.length);
    });
  }

  private record({ mcp, actor, origin }: Access): Promise<void> {
    const { id, orgId, name } = mcp;
    const details = { mcp_name: name };
    return withOrigin(origin, () =>
      this.audit.record({ orgId, actor, action: 'mcp.accessed', resourceId: id, details }),
    );
  }
}
