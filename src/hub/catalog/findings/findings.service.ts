import { Injectable } from '@nestjs/common';
import type { HubPrincipal } from '../../../auth/hub/hub-principal.js';
import { organizationsVisibleTo } from '../mcps/mcp-visibility.js';
import { McpVersionsService, type McpVersionPath } from '../mcps/mcp-versions.service.js';
import { findingView } from './finding.mapper.js';
import type { FindingList, FindingQuery } from './findings.dto.js';
import { FindingsReadModel } from './findings.read-model.js';

/** Findings of versions, for those who see the MCP (hub contract 26). */
@Injectable()
export class FindingsService {
  constructor(
    private readonly versions: McpVersionsService,
    private readonly findings: FindingsReadModel,
  ) {}

  /**
   * Worst first.
   * @throws 404, also before the version is analyzed, because an empty list would look like a passed analysis
   */
  async list(principal: HubPrincipal, path: McpVersionPath, query: FindingQuery): Promise<FindingList> {
    const { limit, offset } = query;
    const { id: snapshotId } = await this.versions.requireSnapshot(principal, path);
    const filter = {
      severities: query.severity?.split(',') ?? [],
      vulnerabilityClass: query.vulnerability_class,
      status: query.status,
    };
    const orgIds = organizationsVisibleTo(principal);
    const { items, total } = await this.findings.ofVersion(orgIds, path, filter, { limit, offset });
    const suppressed = orgIds.length === 0 ? 0 : await this.findings.countSuppressed(orgIds, path);
    const findings = items.map((row) => findingView(row, { ...path, snapshotId }));
    return { findings, suppressed, total, limit, offset };
  }
}
