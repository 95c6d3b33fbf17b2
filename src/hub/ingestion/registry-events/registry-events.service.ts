import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { JsonObject } from '../../../common/values/json.js';
import { currentDate } from '../../../common/values/clock.js';
import { WaitingMessageError } from '../../../storage/outbox/outbox.js';
import { systemActor } from '../../audit/events/actor.js';
import type { NewAuditEvent } from '../../audit/events/audit-event.js';
import { AuditService } from '../../audit/events/audit.service.js';
import { ownCommit } from '../../catalog/intake/declared-commit.js';
import { VersionIntake } from '../../catalog/intake/version-intake.js';
import { mcpCreated } from '../../catalog/mcps/mcp-created.js';
import { isMcpName } from '../../catalog/mcps/mcp-name.js';
import { McpsRepository, type McpChange } from '../../catalog/mcps/mcps.repository.js';
import { releaseKey, releaseKeyOf } from '../../catalog/mcps/release-key.js';
import { isReleaseNumber } from '../../catalog/mcps/head-number.js';
import { NewestVersions } from '../../catalog/newest-versions/newest-versions.js';
import { Promotions } from '../../catalog/newest-versions/promotions.js';
import { publishedKey } from '../../catalog/mcps/published-version.js';
import {
  RegistryMcpsRepository,
  type KeptVersion,
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
    private readonly newest: NewestVersions,
    private readonly promotions: Promotions,
  ) {}

  /**
   * Applies a message in the running transaction. Applying it again changes nothing. What a suspended organization published
   * right before waits for its activation, and what a deleted one published is left out (registry contract 25).
   * @throws WaitingMessageError
   */
  async apply(payload: JsonObject): Promise<void> {
    const event = readVersionEvent(payload);
    // The name of a package may be no valid slug of an MCP; then there is no entry for it.
    if (!isMcpName(nameOf(event))) return;
    const organization = await this.entries.lockOrganization(event.org);
    if (event.event === 'version.published') {
      if (organization?.status === 'SUSPENDED')
        throw new WaitingMessageError('the organization is suspended');
      if (organization?.status === 'DELETED') return;
    }
    await this.applyIn(organization?.id ?? null, event);
  }

  private async applyIn(orgId: string | null, event: ReceivedEvent): Promise<void> {
    const entry = await this.entries.lockEntry(orgId, nameOf(event));
    if (event.event === 'version.revoked') await this.revoke(entry, event);
    else await this.ingest(await this.followed(orgId, entry, event), event);
  }

  private async revoke(entry: PackageEntry | undefined, event: Revoked): Promise<void> {
    if (entry === undefined) return;
    const { version, reason } = event;
    const name = versionNameOf(event);
    const kept = await this.entries.keptAt(entry.id, name, releaseKey(version, 'registry'));
    const revoked = await this.entries.revoke(entry.id, name, reason === '' ? null : reason);
    for (const id of revoked) {
      await this.record(entry.orgId, 'version.revoked', id, { mcp_name: nameOf(event), version, reason });
    }
    for (const version of kept) await this.entries.setReleaseKey(version.id, keyOfKept(version));
    if (revoked.length + kept.length > 0) await this.newest.follow(entry.id);
  }

  private async ingest(entry: PackageEntry, event: Published): Promise<void> {
    const name = versionNameOf(event);
    const { git_sha: commit, org, version, bundle_digest: digest } = event;
    const known = await this.entries.findKnown(entry.id, name, commit);
    // The message is applied again.
    if (known.isKnown) return;
    if (known.isOfHub) {
      await this.raise(entry, name);
      return;
    }
    const { versionId } = await this.intake.ingest({
      mcpId: entry.id,
      kind: 'release',
      source: { kind: 'registry', org, name: event.package, version, bundle_digest: digest },
      commitHash: known.commitIsTaken ? ownCommit(commit, `${version} ${digest}`) : commit,
      semver: version,
      sourceSize: event.bundle_size_bytes,
    });
    const details = { mcp_name: nameOf(event), version, bundle_digest: digest, source: 'registry' };
    await this.record(entry.orgId, 'version.ingested', versionId, details);
  }

  /** The hub has published it itself, or somebody has published its bytes: it is released under that number, too. */
  private async raise(entry: PackageEntry, name: RegistryVersionName): Promise<void> {
    if (!isReleaseNumber(name.version)) return;
    const raised = await this.entries.raise(entry.id, name, releaseKey(name.version, 'registry'));
    for (const { id: versionId, wasPreview } of raised) {
      await this.promotions.apply({ mcpId: entry.id, versionId, wasPreview });
    }
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
    const now = currentDate();
    const id = randomUUID();
    const mcp = { id, orgId, name: nameOf(event), visibility, repoUrl };
    await this.mcps.insert({ ...mcp, description, createdAt: now });
    await this.audit.record(mcpCreated(mcp, REGISTRY, 'registry'));
    return { id, orgId, visibility, isOfRegistry: false };
  }

  private record(
    orgId: string | null,
    action: NewAuditEvent['action'],
    resourceId: string | null,
    details: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    return this.audit.record({ orgId, actor: REGISTRY, action, resourceId, details });
  }
}

/** A released version is where its own number puts it, others where the number that they still have does (ADR 93). */
function keyOfKept({ source, semver, published, ...version }: KeptVersion): string | null {
  const names = { source, semver, ...version, packageVersion: null, manifestKey: null };
  return publishedKey(releaseKeyOf(source, semver), published, names);
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
