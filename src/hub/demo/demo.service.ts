import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import { LOGGER, type Logger } from '../../common/logging/logger.js';
import { DemoCatalog } from './demo-catalog.js';
import { DemoGate } from './demo-gate.js';
import { gateLines, nextLines, organizationLines, originLine, resultLine } from './demo-lines.js';
import { DemoOrganization, type FilledOrganization } from './demo-organization.js';
import { polled } from './demo-polling.js';
import { DEMO_SERVERS, type DemoServer } from './demo-servers.js';
import { DemoReadModel } from './demo.read-model.js';

/** The demo: analyzes a few servers after the start, and shows what the hub says about them. */
@Injectable()
export class Demo implements OnModuleDestroy {
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;

  constructor(
    private readonly catalog: DemoCatalog,
    private readonly states: DemoReadModel,
    private readonly gate: DemoGate,
    private readonly organization: DemoOrganization,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Runs the demo beside the requests of the server, and ends with it. @param print shows a line to the user */
  start(print: (line: string) => void): void {
    this.running = this.run(print).catch((error: unknown) => {
      if (!this.stopping.signal.aborted) this.logger.error({ err: error }, 'the demo ended early');
    });
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async run(print: (line: string) => void): Promise<void> {
    print(`Demo: ${DEMO_SERVERS.length} MCP servers`);
    const added = await this.add(print);
    print('Analyses:');
    const [isComplete, organization] = await Promise.all([this.follow(added, print), this.fill()]);
    if (!isComplete) print('  The others are not analyzed yet; `mcp-hub analyses list` shows them.');
    print('A gate that requires a certificate of level 1:');
    for (const server of added) await this.show(server, print);
    if (organization !== undefined) await this.evaluate(organization, added, print);
    const { http, bootstrapAdmin } = this.config;
    const username = (await this.organization.exists()) ? bootstrapAdmin.username : undefined;
    for (const line of nextLines(http.publicUrl, username)) print(line);
  }

  /** Adds the servers at the same time, because a registry that does not answer lets each wait. */
  private async add(print: (line: string) => void): Promise<readonly DemoServer[]> {
    const { signal } = this.stopping;
    const origins = await Promise.all(DEMO_SERVERS.map((server) => this.catalog.add(server, signal)));
    signal.throwIfAborted();
    const found = DEMO_SERVERS.map((server, index) => ({ server, origin: origins[index] ?? 'nowhere' }));
    for (const { server, origin } of found) print(`  ${originLine(server, origin)}`);
    return found.filter(({ origin }) => origin !== 'nowhere').map(({ server }) => server);
  }

  /** Prints each result as soon as it is there; false if some are still missing after a long time. */
  private async follow(servers: readonly DemoServer[], print: (line: string) => void): Promise<boolean> {
    const waiting = new Set(servers);
    const isDone = async (): Promise<boolean> => {
      for (const server of waiting) {
        const state = await this.states.find(server);
        const line = state && resultLine(server, state);
        if (state !== undefined && line === undefined) continue;
        waiting.delete(server);
        if (line !== undefined) print(`  ${line}`);
      }
      return waiting.size === 0;
    };
    return polled(isDone, this.stopping.signal);
  }

  /** Without an organization, the catalog is still worth a look. */
  private async fill(): Promise<FilledOrganization | undefined> {
    const { signal } = this.stopping;
    try {
      return await this.organization.fill(signal);
    } catch (error) {
      if (!signal.aborted) this.logger.error({ err: error }, 'the organization of the demo is not complete');
      return undefined;
    }
  }

  private async evaluate(
    organization: FilledOrganization,
    others: readonly DemoServer[],
    print: (line: string) => void,
  ): Promise<void> {
    const evaluation = await this.organization.evaluate(organization, others);
    for (const line of organizationLines(organization.results, evaluation)) print(line);
  }

  private async show(server: DemoServer, print: (line: string) => void): Promise<void> {
    const state = await this.states.find(server);
    if (state === undefined) return;
    for (const line of gateLines(server, await this.gate.ask(server), state)) print(`  ${line}`);
  }
}
