import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { JsonObject } from '../../common/values/json.js';
import { systemActor } from '../audit/actor.js';
import { AuditService } from '../audit/audit.service.js';
import { ownCommit } from '../intake/declared-commit.js';
import { VersionIntake } from '../intake/version-intake.js';
import { isMcpName } from '../mcps/mcp-name.js';
import { McpsRepository, type McpChange } from '../mcps/mcps.repository.js';
import {
  RegistryMcpsRepository,
  type PackageEntry,
  type RegistryVersionName,
} from './registry-mcps.repository.js';
import { readVersionEvent, type ReceivedEvent } from './version-event.js';

type Published = Extract<ReceivedEvent, { event: 'version.published' }>;
type Revoked = Extract<ReceivedEvent, { event: 'version.revoked' }>;

const REGISTRY = systemActor('registry');

const nameOf = ({ org, package: name }: ReceivedEvent): string => `${org}/${name}`;

const versionNameOf = ({ version, bundle_digest: digest }: ReceivedEvent): RegistryVersionName => ({
  version,
  digest,
});

/** Follows what is published to the registry and revoked there (hub contract 20). */
@Injectable()
export class RegistryEvents {
  constructor(
    private readonly entries: RegistryMcpsRepository,
    private readonly mcps: McpsRepository,
    private readonly intake: VersionIntake,
    private readonly audit: AuditService,
  ) {}

  /** Applies a message in the running transaction. Applying it again changes nothing. */
  async apply(payload: JsonObject): Promise<void> {
    const event = readVersionEvent(payload);
    // The name of a package may be no valid slug of an MCP; then there is no entry for it.
    if (!isMcpName(nameOf(event))) return;
    const orgId = await this.entries.lockOrganization(event.org);
    const entry = await this.entries.lockEntry(orgId, nameOf(event));
    if (event.event === 'version.revoked') await this.revoke(entry, event);
    else await this.ingest(await this.followed(orgId, entry, event), event);
  }

  private async revoke(entry: PackageEntry | undefined, event: Revoked): Promise<void> {
    if (entry === undefined) return;
    const { version, reason } = event;
    const revoked = await this.entries.revoke(entry.id, versionNameOf(event), reason === '' ? null : reason);
    for (const id of revoked) {
      await this.record(entry.orgId, 'version.revoked', id, { mcp_name: nameOf(event), version, reason });
    }
  }

  private async ingest(entry: PackageEntry, event: Published): Promise<void> {
    const name = versionNameOf(event);
    const { git_sha: commit, org, version, bundle_digest: digest } = event;
    const known = await this.entries.findKnown(entry.id, name, commit);
    // The hub has published it itself, or the message is applied again.
    if (known.isOfHub || known.isKnown) return;
    const { versionId } = await this.intake.ingest({
      mcpId: entry.id,
      source: { kind: 'registry', org, name: event.package, version, bundle_digest: digest },
      commitHash: known.commitIsTaken ? ownCommit(commit, `${version} ${digest}`) : commit,
      semver: version,
      sourceSize: event.bundle_size_bytes,
    });
    const details = { mcp_name: nameOf(event), version, bundle_digest: digest, source: 'registry' };
    await this.record(entry.orgId, 'version.ingested', versionId, details);
  }

  /** The entry of a package, created or changed as its publication says. */
  private async followed(
    orgId: string | null,
    entry: PackageEntry | undefined,
    event: Published,
  ): Promise<PackageEntry> {
    if (entry === undefined) return this.create(orgId, event);
    // The platform's own entry of this name stays the platform's.
    if (entry.orgId !== orgId && !entry.isOfRegistry) return this.create(orgId, event);
    const change = changeOf(orgId, entry, event);
    if (Object.keys(change).length === 0) return entry;
    await this.mcps.change(entry.id, change);
    const { orgId: to, visibility } = change;
    const details = {
      changes: {
        ...(to !== undefined && { org_id: { from: null, to } }),
        ...(visibility !== undefined && { visibility: { from: entry.visibility, to: visibility } }),
      },
    };
    await this.record(orgId, 'mcp.updated', entry.id, details);
    return { ...entry, orgId };
  }

  private async create(orgId: string | null, event: Published): Promise<PackageEntry> {
    const { visibility, description, repo_url: repoUrl } = event;
    const now = new Date();
    const id = randomUUID();
    await this.mcps.insert({
      id,
      orgId,
      name: nameOf(event),
      description,
      repoUrl,
      source: null,
      sourcePath: '',
      language: '',
      license: '',
      visibility,
      origin: 'community',
      createdAt: now,
      updatedAt: now,
    });
    const details = { name: nameOf(event), visibility, repo_url: repoUrl, source: 'registry' };
    await this.record(orgId, 'mcp.created', id, details);
    return { id, orgId, visibility, isOfRegistry: false };
  }

  private record(
    orgId: string | null,
    action: `${string}.${string}`,
    resourceId: string,
    details: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    return this.audit.record({ orgId, actor: REGISTRY, action, resourceId, details });
  }
}

/**
 * How an entry follows its package. It becomes private with it. It becomes public with it only if the hub knows nothing
 * of it but what the registry published. An entry without an organization goes to the one that was created since.
 */
function changeOf(orgId: string | null, entry: PackageEntry, { visibility }: Published): McpChange {
  const follows = visibility === 'private' || entry.isOfRegistry;
  return {
    ...(entry.orgId !== orgId && { orgId }),
    ...(follows && entry.visibility !== visibility && { visibility }),
  };
}
