import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packedServer } from '../analyzed-packages.js';
import type { ApiClient } from '../api-client.js';
import { NpmRegistry } from '../npm-registry.js';
import { SplitDeployment } from '../split-deployment.js';
import { WebhookReceiver } from '../webhook-receiver.js';
import { webhookSettings } from '../webhooks.js';
import type { Aftermath, Finding } from './findings.js';
import { nothingHalfDone, nothingLeft } from './half-done.js';
import { deliveries, rules, tokens } from './kept-rules.js';
import { pushedVersions, registryVersions, reportsAndScans, storedBytes } from './kept-versions.js';
import { killPlan } from './kill-plan.js';
import { Killer, type Kill } from './killer.js';
import { Lane } from './lane.js';
import { Ledger } from './ledger.js';
import { Allowance, load } from './load.js';
import { quiet, type QuietOptions } from './quiet.js';
import type { Customer } from './rule-actions.js';
import { auditTrail } from './trail.js';
import { pushes, requestsReport } from './version-actions.js';

const LANES = 3;
const PACKAGES = 40;
const HEAVY_FOR_KILL = 4;

/** What to do. */
export interface DrillOptions {
  readonly seed: number;
  readonly kills: number;
  readonly servers: number;
  readonly workers: number;
  readonly quiet: QuietOptions;
  /** Called with each line of progress. */
  readonly print: (line: string) => void;
}

/** What has happened. */
export interface DrillOutcome {
  readonly kills: readonly Kill[];
  readonly acknowledged: number;
  readonly unanswered: number;
  readonly findings: readonly Finding[];
  /** The last lines that the processes have printed, when something is wrong. */
  readonly output: string;
}

async function created(answer: ReturnType<ApiClient['post']>): Promise<Readonly<Record<string, unknown>>> {
  const { status, body, text } = await answer;
  if (status !== 201) throw new Error(text);
  return body as Record<string, unknown>;
}

/** A paying organization for each lane. */
async function customersOf(admin: ApiClient): Promise<Customer[]> {
  const customers: Customer[] = [];
  for (let lane = 0; lane < LANES; lane += 1) {
    const slug = `payer-${lane}`;
    const org = { name: slug, slug, display_name: slug, plan: 'FREE' };
    const { id } = await created(admin.post('/api/v1/admin/orgs', org));
    const customer = `cus_${randomUUID().replaceAll('-', '')}`;
    const json = { payment_customer: customer };
    await admin.send('PUT', `/api/v1/admin/orgs/${String(id)}`, { json });
    customers.push({ orgId: String(id), customer, firstAt: 1_900_000_000, sent: 0 });
  }
  return customers;
}

/** An installation under load, and what the drill knows of it. */
class Drill {
  private readonly started = performance.now();

  private constructor(
    private readonly options: DrillOptions,
    private readonly after: Aftermath,
    private readonly customers: readonly Customer[],
    private readonly npm: NpmRegistry,
  ) {}

  static async start(options: DrillOptions): Promise<Drill> {
    const receiver = await WebhookReceiver.start();
    const temporary = await mkdtemp(join(tmpdir(), 'mcp-hub-drill-'));
    const releases = Array.from({ length: PACKAGES }, async (_unused, index) => {
      const name = `scanned-${index}`;
      return { name, version: '1.0.0', bytes: await packedServer({ note: name }) };
    });
    const npm = await NpmRegistry.start(await Promise.all(releases));
    const deployment = await SplitDeployment.start(options, {
      ...npm.settings,
      ...webhookSettings,
      TMPDIR: temporary,
      RATE_LIMIT_ENTERPRISE: '100000',
      OUTBOUND_WEBHOOKS_TRUSTED_ORIGINS: receiver.origin,
    });
    const { hub } = deployment;
    const at = randomUUID();
    const webhook = {
      url: receiver.url(at),
      events: ['version.certified', 'version.not_certified', 'gate.failed'],
    };
    const { secret } = await created(hub.owner.post(`/api/v1/orgs/${hub.orgId}/webhooks`, webhook));
    const after: Aftermath = {
      deployment,
      temporary,
      receiver,
      webhook: { at, secret: String(secret) },
      callers: {
        owner: hub.owner,
        admin: hub.admin,
        publisher: await hub.server.admin(),
        anonymous: hub.server.client,
      },
      orgId: hub.orgId,
      ledger: new Ledger(),
      gate: `Bearer ${await hub.serviceToken('ci')}`,
      scanned: (await Promise.all(releases)).map(({ name }) => name),
    };
    return new Drill(options, after, await customersOf(hub.admin), npm);
  }

  async run(): Promise<DrillOutcome> {
    const { seed, kills: count } = this.options;
    const { ledger, deployment } = this.after;
    const own = new Lane(this.after, LANES, seed);
    const killer = new Killer(deployment, (child) =>
      child === 'analysis' ? pushes(own) : requestsReport(own),
    );
    const over = new AbortController();
    this.say('the load starts');
    const allowance = new Allowance();
    const loading = load(this.after, seed, this.customers, { allowance, over: over.signal });
    const kills: Kill[] = [];
    try {
      for (const planned of killPlan(seed, count)) {
        allowance.add(HEAVY_FOR_KILL);
        const kill = await killer.kill(planned);
        kills.push(kill);
        this.say(
          `kill ${kill.number} of ${count}: ${kill.died}, ${kill.signal}, ${ledger.acknowledged} acknowledged`,
        );
      }
    } finally {
      over.abort();
      await loading;
    }
    this.say('the load is over, and what is under way ends');
    const unfinished = await quiet(deployment.hub.home, this.options.quiet, (text) => this.say(text));
    this.say(unfinished.length === 0 ? 'all is quiet' : `not quiet: ${unfinished.join(', ')}`);
    const findings = await this.examine(killer, unfinished);
    const { acknowledged, unanswered } = ledger;
    const isRight = findings.every(({ violations }) => violations.length === 0);
    return { kills, acknowledged, unanswered, findings, output: isRight ? '' : this.output() };
  }

  async close(): Promise<void> {
    await this.after.deployment.close();
    await this.after.receiver.close();
    this.npm.close();
    await rm(this.after.temporary, { recursive: true, force: true });
  }

  private async examine(killer: Killer, unfinished: readonly string[]): Promise<Finding[]> {
    const { ledger } = this.after;
    return [
      { invariant: 'every answer is right', checked: ledger.acknowledged, violations: ledger.unexpected },
      {
        invariant: 'processes end and start as they should',
        checked: this.options.kills,
        violations: killer.faults,
      },
      await registryVersions(this.after),
      await pushedVersions(this.after),
      await reportsAndScans(this.after),
      await storedBytes(this.after),
      await tokens(this.after),
      await rules(this.after),
      await deliveries(this.after),
      await auditTrail(this.after),
      await nothingHalfDone(this.after),
      await nothingLeft(this.after, killer, unfinished),
    ];
  }

  private output(): string {
    const { servers, workers } = this.after.deployment;
    return [...servers, ...workers]
      .map(({ pid, output }) => `process ${pid}:\n${output.slice(-4000)}`)
      .join('\n');
  }

  private say(text: string): void {
    const seconds = ((performance.now() - this.started) / 1000).toFixed(0);
    this.options.print(`${seconds.padStart(5)} s  ${text}`);
  }
}

/** Kills processes of an installation under load, and looks at what is left of what was acknowledged. */
export async function drillKills(options: DrillOptions): Promise<DrillOutcome> {
  const drill = await Drill.start(options);
  try {
    return await drill.run();
  } finally {
    await drill.close();
  }
}
