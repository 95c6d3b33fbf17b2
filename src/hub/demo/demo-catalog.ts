import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { currentDate } from '../../common/values/clock.js';
import { isUniqueViolation } from '../../storage/database/database-errors.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { systemActor } from '../audit/events/actor.js';
import { AuditService } from '../audit/events/audit.service.js';
import { VersionIntake } from '../catalog/intake/version-intake.js';
import { mcpCreated } from '../catalog/mcps/mcp-created.js';
import { McpsRepository } from '../catalog/mcps/mcps.repository.js';
import { DEMO, type DemoServer } from './demo-servers.js';
import { DemoSources, type DemoSource } from './demo-sources.js';
import { DemoReadModel } from './demo.read-model.js';

const ACTOR = systemActor(DEMO);

/** Where the source of a server comes from; `catalog` if its version was there already. */
export type DemoOrigin = 'catalog' | 'npm' | 'folder' | 'nowhere';

/** Puts the servers of the demo into the platform's catalog. */
@Injectable()
export class DemoCatalog {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly states: DemoReadModel,
    private readonly sources: DemoSources,
    private readonly mcps: McpsRepository,
    private readonly intake: VersionIntake,
    private readonly audit: AuditService,
  ) {}

  /** Adds a server and queues its analysis, unless the catalog has its version; one that failed is tried again. */
  async add(server: DemoServer, signal: AbortSignal): Promise<DemoOrigin> {
    const state = await this.states.find(server);
    if (state !== undefined && state.status !== null && state.status !== 'FAILED') return 'catalog';
    const mcpId = state?.mcpId ?? randomUUID();
    const found = await this.sources.find(server, mcpId, signal);
    if (found === undefined) return 'nowhere';
    try {
      await this.uow.run(async () => {
        if (state === undefined) await this.create(mcpId, server);
        await this.ingest(mcpId, server, found);
      });
    } catch (error) {
      // Another process has added it meanwhile.
      if (isUniqueViolation(error, 'mcp_name_key')) return 'catalog';
      throw error;
    }
    return found.source.kind === 'npm' ? 'npm' : 'folder';
  }

  private async create(id: string, { name, version, description, repoUrl, npm }: DemoServer): Promise<void> {
    const now = currentDate();
    const mcp = { id, orgId: null, name, visibility: 'public', repoUrl } as const;
    await this.mcps.insert({
      ...mcp,
      description,
      source: npm === undefined ? null : `npm:${npm}@${version}`,
      createdAt: now,
    });
    await this.audit.record(mcpCreated(mcp, ACTOR, 'demo'));
  }

  private async ingest(mcpId: string, server: DemoServer, { source, commitHash }: DemoSource): Promise<void> {
    const ingested = await this.intake.ingest({
      mcpId,
      source,
      kind: 'release',
      commitHash,
      semver: server.version,
    });
    if (ingested.takesSource) await this.sources.keep(source, ingested.replaced);
  }
}
