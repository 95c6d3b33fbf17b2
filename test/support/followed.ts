import { randomUUID } from 'node:crypto';
import { parseCodeHost } from '@mcp-hub/sources';
import { jest } from '@jest/globals';
import { AnalysisWorker } from '../../src/hub/analysis/runs/analysis-worker.js';
import { SourceChangesJob } from '../../src/hub/analysis/runs/source-changes/source-changes-job.js';
import { PublicSource } from '../../src/hub/analysis/runs/sources/public-source.js';
import { canBeNewest, newestFirst } from '../../src/hub/catalog/version-order/newest-version.js';
import type { ApiResponse } from './api-client.js';
import { aMcp } from './catalog.js';
import type { FakeCodeHost, FakeRepository } from './code-host-server.js';
import { push, rename, type Host, type Pushed, type SentRepository } from './code-hosts.js';
import type { HubActors } from './hub-actors.js';
import type { TestApp } from './test-app.js';
import { deliverSigned, named } from './webhooks.js';

const NEVER = new AbortController().signal;

/** Lets the product under test fetch from fake code hosts, whose addresses are not public. */
export function allowLoopback(t: TestApp): void {
  const sources = t.app.get(PublicSource, { strict: false });
  const hosts = t.config.analysis.sourceHosts.map(parseCodeHost);
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a private method
  jest.spyOn(sources as any, 'options').mockResolvedValue({ hosts, npm: {}, allowLoopback: true });
}

/** An MCP of the catalog, its repository on a fake code host, and what that sends. */
export class Followed {
  private constructor(
    private readonly t: TestApp,
    private readonly actors: HubActors,
    readonly host: FakeCodeHost,
    readonly repository: FakeRepository,
    readonly mcpId: string,
    readonly name: string,
  ) {}

  /** @param columns of the MCP that override the defaults */
  static async start(
    t: TestApp,
    actors: HubActors,
    host: FakeCodeHost,
    columns: Readonly<Record<string, unknown>> = {},
    files: Readonly<Record<string, string>> = {},
  ): Promise<Followed> {
    const path = `acme/r-${randomUUID().slice(0, 8)}`;
    const repository = host.repository(path, files);
    const { id, name } = await aMcp(t, { repo_url: host.url(path), ...columns });
    return new Followed(t, actors, host, repository, id, name);
  }

  get kind(): Host {
    return this.host.kind;
  }

  /** The repository as its payloads describe it. */
  sent(change: Partial<SentRepository> = {}): SentRepository {
    const { path, id, defaultBranch } = this.repository;
    return { path, id, defaultBranch, domain: this.host.host, ...change };
  }

  head(ref = 'refs/heads/main'): string {
    return this.repository.refs.get(ref) ?? '';
  }

  /** Moves a branch or tag, and sends that. */
  async push(ref: string, to: string, options: Pushed & Partial<SentRepository> = {}): Promise<ApiResponse> {
    const before = this.repository.refs.get(ref) ?? '0'.repeat(40);
    this.repository.refs.set(ref, to);
    return this.send(ref, to, { before, ...options });
  }

  /** A new commit on a branch. Returns it. */
  async advance(ref = 'refs/heads/main', files: Readonly<Record<string, string>> = {}): Promise<string> {
    const commit = this.repository.commit(this.repository.refs.get(ref) ?? this.head(), files);
    await this.push(ref, commit);
    return commit;
  }

  /** Sends that a ref has moved, whatever the host has. */
  send(ref: string, after: string, options: Pushed & Partial<SentRepository> = {}): Promise<ApiResponse> {
    const { event, body } = push(this.kind, this.sent(options), { ref, after, ...options });
    return this.deliver(event, body);
  }

  /** Sends that the repository has a new name. */
  sendRename(from: string, change: Partial<SentRepository> = {}): Promise<ApiResponse> {
    const { event, body } = rename(this.kind, from, this.sent(change));
    return this.deliver(event, body);
  }

  deliver(event: string, body: object): Promise<ApiResponse> {
    return deliverSigned(this.actors.anonymous, this.kind, body, {
      ...named(this.kind, event),
      ...(this.kind === 'gitlab' && { 'x-gitlab-instance': `http://${this.host.host}` }),
    });
  }

  /** Lets the hub take up what was announced. @param age of that, in minutes */
  async takeUp(age = 0): Promise<void> {
    await this.t.rows(
      `UPDATE source_event SET created_at = created_at - make_interval(mins => $1), run_after = least(run_after, now())
        WHERE taken_at IS NULL`,
      [age],
    );
    await this.runJob();
  }

  /** Takes up what is due. */
  runJob(): Promise<void> {
    return this.t.app.get(SourceChangesJob, { strict: false }).run(NEVER);
  }

  /** The versions as everybody sees them, the oldest first. */
  async versions(): Promise<{ commit_hash: string; semver: string | null; ref: string; preview: boolean }[]> {
    const rows = await this.t.rows<{
      commit_hash: string;
      semver: string | null;
      ref: string;
      preview: boolean;
    }>(
      'SELECT commit_hash, semver, ref, preview FROM mcp_version WHERE mcp_id = $1 ORDER BY created_at, landed_at',
      [this.mcpId],
    );
    return [...rows];
  }

  async commits(): Promise<string[]> {
    return (await this.versions()).map(({ commit_hash: commit }) => commit);
  }

  /** The commit of the newest version. */
  async newest(): Promise<string | undefined> {
    const [row] = await this.t.rows<{ commit_hash: string }>(
      `SELECT v.commit_hash FROM mcp_version v WHERE v.mcp_id = $1 AND ${canBeNewest('v')}
        ORDER BY ${newestFirst('v')} LIMIT 1`,
      [this.mcpId],
    );
    return row?.commit_hash;
  }

  /** What is known of the repository. */
  async bound(): Promise<unknown> {
    const [row] = await this.t.rows<Record<string, unknown>>(
      `SELECT repo_url, repo_identity, repo_confirmed, repo_taken_by IS NOT NULL AS taken FROM mcp WHERE id = $1`,
      [this.mcpId],
    );
    return row;
  }

  /** Actions in the audit trail about the MCP and its versions. */
  async audited(): Promise<string[]> {
    const rows = await this.t.rows<{ action: string }>(
      `SELECT action FROM audit_event WHERE details ->> 'mcp_name' = $1 ORDER BY occurred_at, position`,
      [this.name],
    );
    return rows.map(({ action }) => action);
  }

  /** Analyzes what is queued. */
  async analyze(): Promise<void> {
    const worker = this.t.app.get(AnalysisWorker, { strict: false });
    const jobs = await this.t.rows<{ id: string }>(
      `SELECT id FROM analysis_job WHERE mcp_id = $1 AND status = 'QUEUED' ORDER BY created_at`,
      [this.mcpId],
    );
    for (const { id } of jobs) await worker.perform(id, NEVER);
  }

  /** How many changes wait. */
  async pending(): Promise<number> {
    return (
      await this.t.rows('SELECT id FROM source_event WHERE mcp_id = $1 AND taken_at IS NULL', [this.mcpId])
    ).length;
  }
}
