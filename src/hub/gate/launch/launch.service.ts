import { parseCodeHost } from '@mcp-hub/sources/code-hosts';
import { Inject, Injectable } from '@nestjs/common';
import { badRequest, conflict, notFound } from '../../../common/errors/api-error.js';
import { HubChanges } from '../../../auth/hub/hub-changes.js';
import type { HubPrincipal } from '../../../auth/hub/hub-principal.js';
import { APP_CONFIG, type AppConfig } from '../../../config/app-config.js';
import { actorOf } from '../../audit/events/actor.js';
import { AuditService } from '../../audit/events/audit.service.js';
import type { Launch, LaunchTarget } from './launch.js';
import type { LaunchRequest, LaunchView } from './launch.dto.js';
import { LaunchesRepository } from './launches.repository.js';
import { readLaunch, type StatedTarget } from './launch-request.js';

/** Maximum number of MCPs with launch settings in an organization. */
const MAX_MCPS = 1000;

/** Path parameters of launch settings. */
export interface LaunchPath {
  readonly orgId: string;
  readonly mcpId: string;
}

const NOTHING: Launch = { commands: [], variables: [], targets: [] };

/** How organizations start MCPs, their own and public ones (hub contract 37). */
@Injectable()
export class LaunchService {
  private readonly hosts: readonly string[];

  constructor(
    private readonly changes: HubChanges,
    private readonly launches: LaunchesRepository,
    private readonly audit: AuditService,
    @Inject(APP_CONFIG) config: Pick<AppConfig, 'analysis'>,
  ) {
    this.hosts = config.analysis.sourceHosts.map((text) => parseCodeHost(text).host);
  }

  /** @throws 404 for an MCP that the organization does not see */
  async get({ orgId, mcpId }: LaunchPath): Promise<LaunchView> {
    const name = await this.nameOf({ orgId, mcpId });
    return launchView(mcpId, name, (await this.launches.find(orgId, mcpId)) ?? NOTHING);
  }

  /**
   * Replaces the settings.
   * @throws 400 for invalid settings, 404, 409 for an image or address of another MCP, and with too many MCPs
   */
  replace(principal: HubPrincipal, path: LaunchPath, request: LaunchRequest): Promise<LaunchView> {
    const { orgId, mcpId } = path;
    const stated = readLaunch(request, this.hosts);
    return this.changes.run(principal, { organizations: [orgId] }, async (caller) => {
      const name = await this.nameOf(path);
      const { commands, variables } = stated;
      const launch = { commands, variables, targets: await this.targetsOf(mcpId, stated.targets) };
      if ((await this.launches.countOthers(orgId, mcpId)) >= MAX_MCPS) {
        throw conflict(`the organization has launch settings for ${MAX_MCPS} MCPs, the maximum`);
      }
      const [taken] = await this.launches.save(orgId, mcpId, launch);
      if (taken !== undefined) {
        const { field } = stated.targets.find(({ target }) => target === taken.target) ?? { field: 'urls' };
        throw conflict(`${field} is stated for another MCP of the organization`, { field });
      }
      const view = launchView(mcpId, name, launch);
      const { mcp_id: _id, ...details } = view;
      const actor = actorOf(caller);
      await this.audit.record({ orgId, actor, action: 'mcp_launch.changed', resourceId: mcpId, details });
      return view;
    });
  }

  /** Deletes the settings, if there are any. @throws 404 for an MCP that the organization does not see */
  async remove(principal: HubPrincipal, path: LaunchPath): Promise<void> {
    const { orgId, mcpId } = path;
    await this.changes.run(principal, { organizations: [orgId] }, async (caller) => {
      const name = await this.nameOf(path);
      if (!(await this.launches.delete(orgId, mcpId))) return;
      const actor = actorOf(caller);
      const details = { mcp_name: name };
      await this.audit.record({ orgId, actor, action: 'mcp_launch.deleted', resourceId: mcpId, details });
    });
  }

  private async nameOf({ orgId, mcpId }: LaunchPath): Promise<string> {
    const name = await this.launches.nameOf(orgId, mcpId);
    if (name === undefined) throw notFound('MCP');
    return name;
  }

  /** The targets with the ids of their versions, in the order of their kind and text. */
  private async targetsOf(mcpId: string, stated: readonly StatedTarget[]): Promise<readonly LaunchTarget[]> {
    if (stated.length === 0) return [];
    const references = stated.flatMap(({ version }) => (version === undefined ? [] : [version]));
    const versions = await this.launches.versionsOf(mcpId, references);
    const newest = versions.find((version) => version.newest);
    const targets = stated.map(({ kind, target, version, field }): LaunchTarget => {
      if (version === undefined && kind === 'remote') return { kind, target, versionId: null };
      const found =
        version === undefined
          ? newest
          : versions.find(({ id, visibleVersion }) => id === version || visibleVersion === version);
      if (found === undefined) throw badRequest(field, 'must belong to a version of the MCP');
      return { kind, target, versionId: found.id };
    });
    return targets.sort((a, b) => (`${a.kind} ${a.target}` < `${b.kind} ${b.target}` ? -1 : 1));
  }
}

const launchView = (mcpId: string, name: string, { commands, variables, targets }: Launch): LaunchView => ({
  mcp_id: mcpId,
  mcp_name: name,
  commands: commands.map((command) => [...command]),
  variables: [...variables],
  urls: targets.flatMap(({ kind, target, versionId }) =>
    kind === 'remote' ? [{ url: target, version_id: versionId }] : [],
  ),
  images: targets.flatMap(({ kind, target, versionId }) =>
    kind === 'image' && versionId !== null ? [{ image: target, version_id: versionId }] : [],
  ),
});
