import { Inject, Injectable } from '@nestjs/common';
import { ApiError, notFound } from '../../../common/errors/api-error.js';
import { APP_CONFIG, type AppConfig } from '../../../config/app-config.js';
import type { HubPrincipal } from '../../../auth/hub/hub-principal.js';
import type { PageQuery } from '../../platform/http/page.dto.js';
import { McpAccesses } from './mcp-accesses.service.js';
import { versionDetail, versionItem } from './mcp-version.mapper.js';
import { organizationsVisibleTo } from './mcp-visibility.js';
import type { McpVersionDetail, McpVersionList } from './mcp-versions.dto.js';
import { McpVersionsReadModel, type McpVersionDetailRow } from './mcp-versions.read-model.js';
import { McpsService, type McpName } from './mcps.service.js';
import { controlList, scoresView, snapshotView } from '../snapshots/snapshot.mapper.js';
import type { ControlList, ScoresView, SnapshotView } from '../snapshots/snapshots.dto.js';
import { SnapshotsReadModel, type SnapshotRow } from '../snapshots/snapshots.read-model.js';

/** Path parameters of a version. */
export interface McpVersionPath {
  readonly mcpId: string;
  readonly versionId: string;
}

/** Versions of the catalog's MCPs and the results of their analyses (hub contract 10). */
@Injectable()
export class McpVersionsService {
  constructor(
    private readonly versions: McpVersionsReadModel,
    private readonly snapshots: SnapshotsReadModel,
    private readonly mcps: McpsService,
    private readonly accesses: McpAccesses,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Newest first. @throws 404 */
  async list(principal: HubPrincipal, mcpId: string, { limit, offset }: PageQuery): Promise<McpVersionList> {
    const found = await this.versions.countOf(organizationsVisibleTo(principal), mcpId);
    if (found === undefined) throw notFound('MCP');
    this.accesses.note(principal, found.privateMcp);
    const { total } = found;
    const page = offset < total ? await this.versions.page(mcpId, { limit, offset }) : [];
    return { versions: page.map(versionItem), total, limit, offset };
  }

  /** @throws 404 */
  async listNamed(principal: HubPrincipal, name: McpName, query: PageQuery): Promise<McpVersionList> {
    return this.list(principal, await this.mcps.idOf(principal, name), query);
  }

  /** @throws 404 */
  async get(principal: HubPrincipal, path: McpVersionPath): Promise<McpVersionDetail> {
    return versionDetail(await this.require(principal, path), this.config.http.publicUrl);
  }

  /** @throws 404, also before the version is analyzed */
  async latestSnapshot(principal: HubPrincipal, path: McpVersionPath): Promise<SnapshotView> {
    return snapshotView(await this.requireSnapshot(principal, path));
  }

  /** @throws 404, also before the version is analyzed, because an empty list would look like a passed analysis */
  async controls(principal: HubPrincipal, path: McpVersionPath): Promise<ControlList> {
    const { id } = await this.requireSnapshot(principal, path);
    return controlList(await this.snapshots.controlsOf(id));
  }

  /** @throws 404, also before the version is analyzed */
  async scores(principal: HubPrincipal, path: McpVersionPath): Promise<ScoresView> {
    return scoresView(await this.requireSnapshot(principal, path));
  }

  /** A version of a visible MCP. @throws 404 */
  async require(principal: HubPrincipal, { mcpId, versionId }: McpVersionPath): Promise<McpVersionDetailRow> {
    const found = await this.versions.find(organizationsVisibleTo(principal), mcpId, versionId);
    if (found === undefined) throw notFound('MCP');
    this.accesses.note(principal, found.privateMcp);
    if (found.version === undefined) throw notFound('version');
    return found.version;
  }

  /** The latest snapshot of a version of a visible MCP. @throws 404, also before the version is analyzed */
  async requireSnapshot(principal: HubPrincipal, path: McpVersionPath): Promise<SnapshotRow> {
    const { id } = await this.require(principal, path);
    const snapshot = await this.snapshots.latestOf(id);
    if (snapshot === undefined) throw new ApiError('not_found', 'the version is not analyzed yet');
    return snapshot;
  }
}
