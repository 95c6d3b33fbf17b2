import { Injectable } from '@nestjs/common';
import { ApiError, notFound } from '../../common/errors/api-error.js';
import type { HubPrincipal } from '../../access/hub-principal.js';
import type { PageQuery } from '../http/page.dto.js';
import { versionDetail, versionItem } from './mcp-version.mapper.js';
import { organizationsSeenBy } from './mcp-sight.js';
import type { McpVersionDetail, McpVersionList } from './mcp-versions.dto.js';
import { McpVersionsReadModel, type McpVersionDetailRow } from './mcp-versions.read-model.js';
import { McpsService, type McpName } from './mcps.service.js';
import { controlList, scoresView, snapshotView } from './snapshot.mapper.js';
import type { ControlList, ScoresView, SnapshotView } from './snapshots.dto.js';
import { SnapshotsReadModel, type SnapshotRow } from './snapshots.read-model.js';

/** A version of an MCP, in a path. */
export interface McpVersionPath {
  readonly mcpId: string;
  readonly versionId: string;
}

/** Versions of the catalog's MCPs and what their analyses have found (hub contract 10). */
@Injectable()
export class McpVersionsService {
  constructor(
    private readonly versions: McpVersionsReadModel,
    private readonly snapshots: SnapshotsReadModel,
    private readonly mcps: McpsService,
  ) {}

  /** Newest first. @throws 404 */
  async list(principal: HubPrincipal, mcpId: string, { limit, offset }: PageQuery): Promise<McpVersionList> {
    const total = await this.versions.countOf(organizationsSeenBy(principal), mcpId);
    if (total === undefined) throw notFound('MCP');
    const page = offset < total ? await this.versions.page(mcpId, { limit, offset }) : [];
    return { versions: page.map(versionItem), total, limit, offset };
  }

  /** @throws 404 */
  async listNamed(principal: HubPrincipal, name: McpName, query: PageQuery): Promise<McpVersionList> {
    return this.list(principal, await this.mcps.idOf(principal, name), query);
  }

  /** @throws 404 */
  async get(principal: HubPrincipal, place: McpVersionPath): Promise<McpVersionDetail> {
    return versionDetail(await this.find(principal, place));
  }

  /** @throws 404, also before the version is analyzed */
  async latestSnapshot(principal: HubPrincipal, place: McpVersionPath): Promise<SnapshotView> {
    return snapshotView(await this.findSnapshot(principal, place));
  }

  /** @throws 404, also before the version is analyzed: "nothing failed" would be read as "all is well" */
  async controls(principal: HubPrincipal, place: McpVersionPath): Promise<ControlList> {
    const { id } = await this.findSnapshot(principal, place);
    return controlList(await this.snapshots.controlsOf(id));
  }

  /** @throws 404, also before the version is analyzed */
  async scores(principal: HubPrincipal, place: McpVersionPath): Promise<ScoresView> {
    return scoresView(await this.findSnapshot(principal, place));
  }

  private async find(
    principal: HubPrincipal,
    { mcpId, versionId }: McpVersionPath,
  ): Promise<McpVersionDetailRow> {
    const version = await this.versions.find(organizationsSeenBy(principal), mcpId, versionId);
    if (version === undefined) throw notFound('MCP');
    if (version === null) throw notFound('version');
    return version;
  }

  private async findSnapshot(principal: HubPrincipal, place: McpVersionPath): Promise<SnapshotRow> {
    const { id } = await this.find(principal, place);
    const snapshot = await this.snapshots.latestOf(id);
    if (snapshot === undefined) throw new ApiError('not_found', 'the version is not analyzed yet');
    return snapshot;
  }
}
