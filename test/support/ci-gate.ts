import { randomUUID } from 'node:crypto';
import type { OfferedItems } from '@mcp-hub/analyzer';
import { surfaceDigest } from '../../src/hub/catalog/snapshots/surface-digest.js';
import { releaseKeyOf } from '../../src/hub/catalog/mcps/release-key.js';
import type { VersionSource } from '../../src/hub/catalog/mcps/version-source.js';
import type { ApiClient, ApiResponse } from './api-client.js';
import { ISSUER_SECRET } from './credentials.js';
import { evidenceOf, evidenceSql } from './evidence.js';
import { HubActors, HubIdp, type HubUserActor } from './hub-actors.js';
import { startTestApp, type TestApp } from './test-app.js';

export const CI_PATH = '/api/v1/ci/evaluate';

export const commitOf = (digit: string): string => digit.repeat(40);
export const uniqueName = (name: string): string => `${name}-${randomUUID().slice(0, 8)}/files`;

/** A version of a server, by default analyzed and certified. */
export interface VersionRow {
  readonly commit: string;
  readonly semver?: string;
  readonly status?: string;
  readonly level?: number;
  readonly score?: number;
  readonly high?: number;
  readonly classes?: readonly string[];
  readonly controls?: Readonly<Record<string, boolean>>;
  /** Where its bytes came from. */
  readonly source?: object;
  /** Digest of its bytes. */
  readonly bytes?: string;
  /** Why it is revoked, if it is. */
  readonly revoked?: string;
  /** What the registry has of it: as the plan of its publication says. */
  readonly published?: object;
  /** Codes of what that lacks. */
  readonly warnings?: readonly string[];
  /** What it offers to clients; null if that is not known. */
  readonly offered?: OfferedItems | null;
  /** The versions of MCP that it speaks, null if they are not known; absent for an analysis that did not look. */
  readonly speaks?: readonly string[] | null;
  /** What the manifest of an MCP bundle says; absent for everything else. */
  readonly mcpb?: object;
  /** What its analysis says about its start; absent for one that does not. */
  readonly start?: object;
  /** Whether each snapshot is complete, oldest first. */
  readonly complete?: readonly boolean[];
}

/** The CI gate under test: an organization, a token of it, and the catalog rows of a test. */
export class CiGate {
  readonly mcp = { name: 'acme/files', version: 'latest' };

  private constructor(
    private readonly idp: HubIdp,
    readonly t: TestApp,
    readonly actors: HubActors,
    readonly org: { readonly id: string; readonly owner: HubUserActor },
    readonly token: ApiClient,
  ) {}

  static async start(settings: Readonly<Record<string, string>> = {}): Promise<CiGate> {
    const idp = await HubIdp.start();
    const t = await startTestApp({ ...idp.settings, ...settings });
    const actors = new HubActors(t, idp);
    const org = await actors.organization();
    return new CiGate(idp, t, actors, org, await actors.serviceToken(org.id, [`ci:org:${org.id}`]));
  }

  /** The variables of another server of the same hub, on a database server. */
  get replicaSettings(): Record<string, string> {
    const { database, redis } = this.t.config;
    return {
      ...this.idp.settings,
      AUTH_OSS_ISSUER_SECRET: ISSUER_SECRET,
      ...(database.url !== undefined && { DATABASE_URL: database.url }),
      ...(redis !== undefined && { REDIS_URL: redis.url, REDIS_PREFIX: redis.prefix }),
      ...this.t.storage.settings,
    };
  }

  async close(): Promise<void> {
    await this.t.close();
    await this.idp.close();
  }

  request(change: object = {}): object {
    return { org_id: this.org.id, environment: 'production', mcps: [this.mcp], ...change };
  }

  ask(...mcps: object[]): Promise<ApiResponse> {
    return this.token.post(CI_PATH, this.request({ mcps }));
  }

  /** Inserts a server with its versions, oldest first. */
  async server(
    name: string,
    versions: readonly VersionRow[] = [{ commit: commitOf('a') }],
    {
      orgId = null as string | null,
      visibility = 'public',
      license = 'MIT',
      repoUrl = 'https://github.com/a/b',
      path = '',
    } = {},
  ): Promise<string> {
    const mcpId = randomUUID();
    await this.t.rows(
      `INSERT INTO mcp (id, org_id, name, name_key, repo_url, repo_key, source_path, license, visibility, origin, created_at,
         updated_at)
       VALUES ($1, $2, $3, lower($3), $6, lower(replace($6, 'https://', '')), $7, $4, $5, 'community', now(), now())`,
      [mcpId, orgId, name, license, visibility, repoUrl, path],
    );
    for (const [index, version] of versions.entries()) await this.addVersion(mcpId, index, version);
    return mcpId;
  }

  private async addVersion(mcpId: string, index: number, version: VersionRow): Promise<void> {
    const { commit, semver = null, status = 'CERTIFIED', level = 1, score = 80, high = 0 } = version;
    const { source = null, bytes = null, revoked = null, offered = null } = version;
    const versionId = randomUUID();
    const at = new Date(Date.now() - 1e6 + index * 1000).toISOString();
    await this.t.rows(
      `INSERT INTO mcp_version
         (id, mcp_id, visible_version, commit_hash, semver, status, certification_level, created_at, updated_at, source,
          tarball_sha256, revoked_at, revoked_reason, release_key)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10, CASE WHEN $11::text IS NOT NULL THEN now() END, $11, $12)`,
      [
        versionId,
        mcpId,
        `commit-${commit.slice(0, 7)}-${index}`,
        commit,
        semver,
        status,
        level,
        at,
        source === null ? null : JSON.stringify(source),
        bytes,
        revoked,
        releaseKeyOf(source as VersionSource | null, semver),
      ],
    );
    if (version.published !== undefined) {
      await this.t.rows(
        `INSERT INTO publication (version_id, snapshot_id, status, run_after, warnings, plan, published_at, created_at,
           updated_at)
         VALUES ($1, $1, 'DONE', now(), $3, $2, now(), now(), now())`,
        [
          versionId,
          JSON.stringify(version.published),
          JSON.stringify((version.warnings ?? []).map((code) => ({ code, message: code }))),
        ],
      );
    }
    for (const [nth, complete] of (version.complete ?? [true]).entries()) {
      const snapshotId = randomUUID();
      const known = await evidenceOf(this.t, mcpId);
      const surface = { tools: [], transport: 'stdio', auth_signals: ['none'], capabilities: [] };
      const evidence = evidenceSql(
        version.speaks === undefined
          ? known
          : { ...known, surface: JSON.stringify({ ...surface, protocol_versions: version.speaks }) },
      );
      await this.t.rows(
        `INSERT INTO snapshot (id, mcp_id, version_id, global_score, security_score, supply_chain_score, maturity_score,
           breakdown, grade, complete, toolchain_version, scoring_version, controls_catalog_version, total_findings,
           critical_findings, high_findings, medium_findings, low_findings, finding_classes, created_at, offered,
           surface_digest, start, mcpb,
           ${evidence.columns})
         VALUES ($1, $2, $3, $4, 0, 0, 0, '{}', 'B', $5, '', '', '', $6, 0, $6, 0, 0, $7, $8, $9, $10, $11, $12, ${evidence.values})`,
        [
          snapshotId,
          mcpId,
          versionId,
          score + nth,
          complete,
          high,
          version.classes ?? [],
          new Date(1e12 + nth),
          offered === null ? null : JSON.stringify(offered),
          surfaceDigest(offered ?? undefined),
          version.start === undefined ? null : JSON.stringify(version.start),
          version.mcpb === undefined ? null : JSON.stringify(version.mcpb),
        ],
      );
      for (const [control, passed] of Object.entries(version.controls ?? {})) {
        await this.t.rows(
          `INSERT INTO control_result
             (id, snapshot_id, control_id, control_name, control_category, passed, severity, message)
           VALUES (gen_random_uuid(), $1, $2, '', '', $3, 'high', '')`,
          [snapshotId, control, passed],
        );
      }
    }
  }

  /** A separate organization with policies. */
  async withPolicies(...policies: object[]) {
    const own = await this.actors.organization();
    const ids: string[] = [];
    for (const [index, policy] of policies.entries()) {
      const { status, body, text } = await own.owner.post(`/api/v1/orgs/${own.id}/policies`, {
        name: `Policy ${index}`,
        action: 'DENY',
        priority: index,
        ...policy,
      });
      if (status !== 201) throw new Error(text);
      ids.push(body.id as string);
    }
    const client = await this.actors.serviceToken(own.id, [`ci:org:${own.id}`]);
    return {
      id: own.id,
      owner: own.owner,
      ids,
      client,
      about: (name: string, environment = 'production') =>
        client.post(CI_PATH, { org_id: own.id, environment, mcps: [{ name, version: 'latest' }] }),
    };
  }
}
