import { createHash } from 'node:crypto';
import { parseSemanticVersion } from '../../src/common/values/semantic-version.js';
import { SourceVersionsRepository } from '../../src/hub/analysis/runs/source-changes/source-versions.repository.js';
import { VersionIntake, type IngestedVersion } from '../../src/hub/catalog/intake/version-intake.js';
import { commitOfPackage } from '../../src/hub/catalog/mcps/mcp-source.js';
import { RegistryEventsJob } from '../../src/hub/ingestion/registry-events/registry-events-job.js';
import type { ApiClient } from './api-client.js';
import { aVersion, digestOf, publish, setStatus } from './builders.js';
import { aMcp } from './catalog.js';
import { CI_PATH } from './ci-gate.js';
import type { HubActors, HubUserActor } from './hub-actors.js';
import { analyze, bundleOfFiles, publishDue, SERVER_FILES } from './publications.js';
import type { ReportChange } from './analyses.js';
import type { TestApp } from './test-app.js';
import { resolve } from './version-requests.js';

const NEVER = new AbortController().signal;

/** What happens to an MCP and its package in the registry. */
export type Numbering =
  | { readonly what: 'commit'; readonly commit: number }
  | { readonly what: 'tag'; readonly commit: number; readonly number: string }
  | { readonly what: 'npm' | 'pypi'; readonly number: string }
  /** Somebody else registers a number, or publishes it. */
  | { readonly what: 'registered' | 'published'; readonly number: string }
  | { readonly what: 'revoked'; readonly number: string };

/** An analyzed version of the hub. */
export interface Numbered {
  readonly versionId: string;
  readonly bundle: Buffer;
}

/** What the gate says of a reference. */
export interface Answer {
  readonly result: string;
  readonly reason?: string;
  readonly understood?: { readonly version?: { readonly id: string } };
}

/** An MCP whose certified versions are published to the registry of the same program. */
export class NumberedVersions {
  readonly versions = new Map<string, Numbered>();

  private constructor(
    private readonly t: TestApp,
    private readonly admin: ApiClient,
    private readonly gate: ApiClient,
    readonly org: { readonly id: string; readonly slug: string; readonly owner: HubUserActor },
    readonly mcp: { readonly id: string; readonly name: string },
  ) {}

  static async start(t: TestApp, actors: HubActors): Promise<NumberedVersions> {
    const org = await actors.organization();
    const mcp = await aMcp(t, { org_id: org.id, name: `${org.slug}/files` });
    const gate = await actors.serviceToken(org.id, [`ci:org:${org.id}`]);
    return new NumberedVersions(t, await t.actors.admin(), gate, org, mcp);
  }

  /** The name of its Python package. */
  get python(): string {
    return `files-${this.org.slug}`;
  }

  async happen(happening: Numbering): Promise<void> {
    switch (happening.what) {
      case 'commit':
      case 'tag':
        await this.push(happening.commit, happening.what === 'tag' ? happening.number : null);
        break;
      case 'npm':
      case 'pypi':
        await this.release(happening.what, happening.number);
        break;
      case 'registered':
        await publish(this.admin, this.mcp.name, happening.number);
        break;
      case 'published':
        // Refused where the hub has the number.
        await aVersion(this.admin, this.mcp.name, happening.number)
          .published()
          .catch(() => undefined);
        break;
      case 'revoked':
        await setStatus(this.admin, this.mcp.name, happening.number, 'revoked');
        break;
    }
    await this.settle();
  }

  /** Somebody publishes the bytes of a version under another number. */
  async publishAs(number: string, { bundle }: Numbered): Promise<void> {
    const change = { bundle_digest: digestOf(bundle), bundle_size_bytes: bundle.length };
    await publish(this.admin, this.mcp.name, number, change);
    await setStatus(this.admin, this.mcp.name, number, 'published');
    await this.settle();
  }

  async ask(version: string, name: string = this.mcp.name): Promise<Answer> {
    const { body } = await this.gate.post(CI_PATH, {
      org_id: this.org.id,
      environment: 'production',
      mcps: [{ name, version }],
    });
    return body.mcps[0] as Answer;
  }

  /** The digest of the bundle that the registry has under a number, or as its latest version; undefined for none. */
  async registryHas(reference: string): Promise<string | undefined> {
    const { body } = await resolve(this.admin, this.mcp.name, reference);
    // Who may do everything sees what is not published, too.
    return body.resolved?.status === 'published' ? (body.resolved.bundle.digest as string) : undefined;
  }

  registryLatest(): Promise<string | undefined> {
    return this.registryHas('latest');
  }

  /** The digest of the bytes of the hub's version with an id. */
  digestOf(versionId: string | undefined): string | undefined {
    const found = [...this.versions.values()].find((each) => each.versionId === versionId);
    return found && digestOf(found.bundle);
  }

  /** The id of the newest version. */
  async newest(): Promise<string | undefined> {
    return (await this.org.owner.get(`/api/v1/mcps/${this.mcp.id}`)).body.latest_version?.id as string;
  }

  /** The numbers under which the registry has bytes. */
  async numbersOf({ bundle }: Numbered): Promise<string[]> {
    const rows = await this.t.rows<{ version: string }>(
      `SELECT version FROM registry_version WHERE bundle_digest = $1 ORDER BY sort_key`,
      [digestOf(bundle)],
    );
    return rows.map(({ version }) => version);
  }

  /** Analyzes a commit or tag without publishing what is certified. */
  async takeUnpublished(commit: number, number: string | null, report: ReportChange = {}): Promise<void> {
    await this.push(commit, number, report);
  }

  private async push(commit: number, number: string | null, report: ReportChange = {}): Promise<void> {
    const hash = createHash('sha1').update(String(commit)).digest('hex');
    const source = {
      kind: 'repository',
      url: `https://github.com/${this.mcp.name}`,
      path: '',
      commit: hash,
      ref: number === null ? 'refs/heads/main' : `refs/tags/v${number}`,
    } as const;
    const kind = number === null ? 'branch' : 'release';
    const tags = this.t.app.get(SourceVersionsRepository, { strict: false });
    // A tag that is moved to another commit makes no version.
    const tagged = number === null ? undefined : await tags.findTagged(this.mcp.id, number);
    if (tagged !== undefined && tagged.commit !== hash) return;
    const version = { source, kind, commitHash: hash, semver: number } as const;
    const versionId = await this.take(`commit ${commit}`, version, report);
    if (number !== null) await tags.addTag(this.mcp.id, number, versionId);
  }

  private async release(kind: 'npm' | 'pypi', number: string): Promise<void> {
    const source = { kind, name: this.python, version: number } as const;
    await this.take(`${kind} ${number}`, {
      source,
      kind: 'release',
      commitHash: commitOfPackage(source),
      semver: parseSemanticVersion(number)?.text ?? null,
    });
  }

  private async take(
    key: string,
    version: Omit<IngestedVersion, 'mcpId'>,
    report: ReportChange = {},
  ): Promise<string> {
    const intake = this.t.app.get(VersionIntake, { strict: false });
    const { versionId, isNew } = await intake.ingest({ mcpId: this.mcp.id, ...version });
    if (!isNew) return versionId;
    const bundle = await bundleOfFiles({ ...SERVER_FILES, 'README.md': `${this.mcp.name} ${key}` });
    this.versions.set(key, { versionId, bundle });
    await analyze(this.t, { versionId, bundle }, report);
    return versionId;
  }

  /** Publishes what is certified, and follows what was published and revoked. */
  async settle(): Promise<void> {
    await publishDue(this.t);
    await this.t.app.get(RegistryEventsJob, { strict: false }).run(NEVER);
    await publishDue(this.t);
  }
}
