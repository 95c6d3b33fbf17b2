import { randomUUID } from 'node:crypto';
import semver from 'semver';
import { VersionIntake, type IngestedVersion } from '../../src/hub/catalog/intake/version-intake.js';
import { RegistryEvents } from '../../src/hub/ingestion/registry-events/registry-events.service.js';
import { UnitOfWork } from '../../src/storage/database/unit-of-work.js';
import { aFinding } from './analyses.js';
import { digestOf } from './builders.js';
import { aMcp } from './catalog.js';
import { CI_PATH } from './ci-gate.js';
import type { HubActors, HubUserActor } from './hub-actors.js';
import { analyze, bundleOfFiles } from './publications.js';
import type { ApiClient } from './api-client.js';
import type { TestApp } from './test-app.js';

/** What happens to an MCP: `commit` is a small number, of which each is one commit. */
export type Happening =
  | { readonly what: 'branch' | 'preview' | 'revoke'; readonly commit: number }
  | { readonly what: 'tag'; readonly commit: number; readonly number: string }
  | { readonly what: 'registry'; readonly number: string };

/** What the small reference knows of a version. */
interface Known {
  readonly key: string;
  readonly score: number;
  number: string | null;
  readonly isOfRegistry: boolean;
  preview: boolean;
  revoked: boolean;
  landed: number;
}

const URL = 'https://github.com/acme/files';
const hashOf = (commit: number): string => String(commit).repeat(40).slice(0, 40);

/** An organization whose MCP has a history, and everything that says which of its versions is the newest. */
export class History {
  readonly known = new Map<string, Known>();
  private readonly ids = new Map<string, { id: string; bundle: Buffer }>();
  private now = 0;

  private constructor(
    private readonly t: TestApp,
    private readonly org: { readonly id: string; readonly slug: string; readonly owner: HubUserActor },
    private readonly gate: ApiClient,
    private readonly grc: ApiClient,
    readonly mcp: { readonly id: string; readonly name: string },
  ) {}

  static async start(t: TestApp, actors: HubActors): Promise<History> {
    const org = await actors.organization();
    const mcp = await aMcp(t, { org_id: org.id, name: `${org.slug}/files`, repo_url: `${URL}-${org.slug}` });
    const gate = await actors.serviceToken(org.id, [`ci:org:${org.id}`]);
    const grc = await actors.serviceToken(org.id, ['grc:read']);
    return new History(t, org, gate, grc, mcp);
  }

  async happen(happening: Happening): Promise<void> {
    if (happening.what === 'registry') return this.publish(happening.number);
    const { what, commit } = happening;
    if (what === 'revoke') return this.revoke(hashOf(commit));
    const number = what === 'tag' ? happening.number : null;
    await this.announce(commit, what, number);
    this.remember(hashOf(commit), what, number);
  }

  /** The score of the newest version by the rule; undefined if there is none. */
  expected(): number | undefined {
    const all = [...this.known.values()].filter(({ preview, revoked }) => !preview && !revoked);
    const finals = all.filter(({ number }) => number !== null && semver.prerelease(number) === null);
    const released = finals.length > 0 ? finals : all.filter(({ number }) => number !== null);
    const candidates = released.length > 0 ? released : all;
    return candidates.sort(
      (a, b) =>
        semver.compare(b.number ?? '0.0.0', a.number ?? '0.0.0') ||
        Number(b.isOfRegistry) - Number(a.isOfRegistry) ||
        b.landed - a.landed,
    )[0]?.score;
  }

  /** The score of the newest version by everything that answers with it. */
  async answers(): Promise<Record<string, number | undefined>> {
    const { owner, id: orgId } = this.org;
    const detail = await owner.get(`/api/v1/mcps/${this.mcp.id}`);
    const list = await owner.get(`/api/v1/orgs/${orgId}/mcps`);
    const search = await owner.get(`/api/v1/mcps?q=${this.mcp.name}&min_score=1`);
    const badge = await owner.get(`/api/v1/mcps/${this.mcp.id}/badge.svg`);
    const items = [{ name: this.mcp.name, version: 'latest' }];
    const gate = await this.gate.post(CI_PATH, { org_id: orgId, environment: 'production', mcps: items });
    const trial = await owner.post(`/api/v1/orgs/${orgId}/policies/test`, {
      environment: 'production',
      policies: [{ name: 'All', action: 'DENY', target_type: 'SCORE', target_value: 'min:100', priority: 1 }],
    });
    const posture = await this.grc.get('/api/v1/grc/risk-posture');
    const own = await owner.get(`/api/v1/orgs/${orgId}/risk-posture`);
    const findings = await owner.get(`/api/v1/orgs/${orgId}/findings?status=open`);
    const listed = await this.t.actors.anonymous.get(
      `/v0.1/servers/${encodeURIComponent(this.mcp.name)}/versions/latest`,
    );
    const scored = (score: unknown): number | undefined =>
      typeof score === 'number' && score > 0 ? score : undefined;
    return {
      detail: scored(detail.body.latest_version?.global_score),
      list: scored(list.body.mcps[0]?.latest_version?.global_score),
      search: scored(search.body.mcps[0]?.latest_version?.global_score),
      badge: scored(Number(/· (\d+)</.exec(badge.text)?.[1] ?? Number.NaN)),
      gate: scored(gate.body.mcps[0]?.global_score),
      trial: scored(Number(/score, (\d+),/.exec(trial.text)?.[1] ?? Number.NaN)),
      posture: scored(posture.body.data?.summary?.avg_global_score),
      own: scored(own.body.history?.at(-1)?.average_score),
      findings: this.scoreOf(findings.body.findings?.map((each: { title: string }) => each.title)),
      latest: this.scoreOf(
        listed.status === 200 ? [listed.body.server?.version ?? listed.body.version] : [],
        (known) => this.labelOf(known),
      ),
    };
  }

  private scoreOf(
    names: readonly string[] = [],
    nameOf: (known: Known) => string | undefined = ({ key }) => `of ${key}`,
  ): number | undefined {
    const found = [...this.known.values()].filter((known) => names.includes(nameOf(known) ?? ''));
    return found.length === 1 ? found[0]?.score : undefined;
  }

  private labelOf(known: Known): string | undefined {
    return this.labels.get(known.key);
  }

  private readonly labels = new Map<string, string>();

  private async announce(
    commit: number,
    what: 'branch' | 'preview' | 'tag',
    number: string | null,
  ): Promise<void> {
    const ref =
      what === 'tag' ? `refs/tags/v${number}` : `refs/heads/${what === 'branch' ? 'main' : 'topic'}`;
    await this.take(hashOf(commit), {
      source: { kind: 'repository', url: URL, path: '', commit: hashOf(commit), ref },
      kind: what === 'tag' ? 'release' : what,
      semver: number,
    });
  }

  private async publish(number: string): Promise<void> {
    const key = `registry ${number}`;
    if (this.known.has(key)) return;
    const hash = digestOf(key).slice('sha256:'.length, 'sha256:'.length + 40);
    const bundle = await bundleOfFiles({ 'package.json': '{}', 'key.txt': `${this.mcp.name} ${key}` });
    const source = {
      kind: 'registry',
      org: this.org.slug,
      name: 'files',
      version: number,
      bundle_digest: digestOf(bundle),
    } as const;
    await this.take(key, { source, kind: 'release', semver: number }, { hash, bundle });
    this.remember(key, 'registry', number);
  }

  /** Ingests and analyzes a version; one that is known is only announced again. */
  private async take(
    key: string,
    version: Pick<IngestedVersion, 'source' | 'kind' | 'semver'>,
    { hash, bundle }: { hash?: string; bundle?: Buffer } = {},
  ): Promise<void> {
    const intake = this.t.app.get(VersionIntake, { strict: false });
    const { versionId, isNew } = await intake.ingest({
      mcpId: this.mcp.id,
      commitHash: hash ?? key,
      ...version,
    });
    if (!isNew) return;
    const bytes =
      bundle ?? (await bundleOfFiles({ 'package.json': '{}', 'key.txt': `${this.mcp.name} ${key}` }));
    this.ids.set(key, { id: versionId, bundle: bytes });
    const score = 10 + this.ids.size;
    await analyze(
      this.t,
      { versionId, bundle: bytes },
      {
        scores: {
          global_score: score,
          security_score: score,
          supply_chain_score: score,
          maturity_score: score,
          msss_score: score,
          msss_level: 2,
          grade: 'B',
          breakdown: BREAKDOWN,
        },
        findings: [aFinding({ title: `of ${key}`, description: randomUUID() })],
      },
    );
    await this.t.rows(
      `UPDATE publication SET plan = '{"kind":"existing","startsBundle":true}' WHERE version_id = $1`,
      [versionId],
    );
    await this.t.rows(`UPDATE mcp_version SET status = 'CERTIFIED', certification_level = 2 WHERE id = $1`, [
      versionId,
    ]);
    this.known.set(key, {
      key,
      score,
      number: null,
      isOfRegistry: key.startsWith('registry'),
      preview: true,
      revoked: false,
      landed: 0,
    });
  }

  private remember(key: string, what: Happening['what'], number: string | null): void {
    const known = this.known.get(key);
    if (known === undefined) throw new Error('unknown version');
    this.now += 1;
    if (what === 'preview') return;
    const isHigher = number !== null && (known.number === null || isAbove(number, known.number));
    if (known.preview || isHigher) known.landed = this.now;
    known.preview = false;
    if (isHigher) known.number = number;
  }

  private async revoke(key: string): Promise<void> {
    const [known, stored] = [this.known.get(key), this.ids.get(key)];
    if (known === undefined || stored === undefined) return;
    const events = this.t.app.get(RegistryEvents, { strict: false });
    await this.t.app.get(UnitOfWork, { strict: false }).run(() =>
      events.apply({
        event: 'version.revoked',
        org: this.org.slug,
        package: 'files',
        version: known.number ?? '0.0.0',
        bundle_digest: digestOf(stored.bundle),
        reason: 'bad',
      }),
    );
    known.revoked = true;
  }

  /** Reads under which names the lists of servers show the versions. */
  async readLabels(): Promise<void> {
    const { body } = await this.t.actors.anonymous.get(
      `/v0.1/servers/${encodeURIComponent(this.mcp.name)}/versions`,
    );
    const rows = await this.t.rows<{ id: string; semver: string | null; visible_version: string }>(
      'SELECT id, semver, visible_version FROM mcp_version WHERE mcp_id = $1',
      [this.mcp.id],
    );
    const shown = new Set<string>(
      (body.servers ?? []).map((each: { server: { version: string } }) => each.server.version),
    );
    for (const [key, { id }] of this.ids) {
      const row = rows.find((each) => each.id === id);
      const label = [row?.semver, row?.visible_version].find((name) => shown.has(name ?? ''));
      if (label !== undefined && label !== null) this.labels.set(key, label);
    }
  }
}

/** Final releases are above pre-releases. */
const isAbove = (one: string, other: string): boolean => {
  const isFinal = (number: string): boolean => semver.prerelease(number) === null;
  return isFinal(one) === isFinal(other) ? semver.gt(one, other) : isFinal(one);
};

const BREAKDOWN = {
  security: { vulnerabilities: 1, secrets: 1, code_quality: 1 },
  supply_chain: { dependencies: 1, licenses: 1, lockfile: 1 },
  maturity: { documentation: 1, tests: 1, ci_cd: 1 },
};
