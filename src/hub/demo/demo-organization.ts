import { Injectable } from '@nestjs/common';
import type { Evaluation } from '../gate/evaluation-records/evaluation.js';
import { DemoAdministrator, type Administrator } from './demo-administrator.js';
import { privateServers, type PrivateServer } from './private-servers.js';
import { DemoEvaluation } from './demo-evaluation.js';
import { DemoOrganizationSetup } from './demo-organization-setup.js';
import { polled } from './demo-polling.js';
import { DemoPushes } from './demo-pushes.js';
import { DEMO } from './demo-servers.js';
import { DemoReadModel, type DemoState, type ServerVersion } from './demo.read-model.js';

/** The demo's organization, without its evaluation. */
export interface FilledOrganization {
  readonly orgId: string;
  readonly administrator: Administrator;
  readonly results: readonly { readonly server: ServerVersion; readonly state: DemoState }[];
}

/** An organization of the first administrator, with what makes each of its pages worth a look. */
@Injectable()
export class DemoOrganization {
  constructor(
    private readonly states: DemoReadModel,
    private readonly administrators: DemoAdministrator,
    private readonly setup: DemoOrganizationSetup,
    private readonly pushes: DemoPushes,
    private readonly evaluation: DemoEvaluation,
  ) {}

  /**
   * Creates the organization and pushes its servers, each once the one before is analyzed, as a fix follows its finding.
   * Continues where an earlier start has ended. Undefined if there is nothing to do: it is complete, another
   * organization has its slug, or the first administrator may not create one.
   */
  async fill(signal: AbortSignal): Promise<FilledOrganization | undefined> {
    const owner = await this.states.ownerOf(DEMO);
    if (owner !== undefined && (!owner.isOfDemo || owner.isComplete)) return undefined;
    const administrator = await this.administrators.find();
    const orgId = owner?.orgId ?? (administrator && (await this.setup.create(administrator)));
    if (administrator === undefined || orgId === undefined) return undefined;
    const results: { server: ServerVersion; state: DemoState }[] = [];
    for (const server of await privateServers()) {
      const state = await this.analyzed(administrator, orgId, server, signal);
      if (state === undefined) return undefined;
      results.push({ server, state });
    }
    return { orgId, administrator, results };
  }

  /** Asks its gate about its own servers and others. Undefined if another process has done so. */
  evaluate(
    { administrator, orgId, results }: FilledOrganization,
    others: readonly ServerVersion[],
  ): Promise<Evaluation | undefined> {
    const servers = [...results.map(({ server }) => server), ...others];
    return this.evaluation.record(administrator, orgId, servers);
  }

  /** Whether the organization that the demo has created is there. */
  async exists(): Promise<boolean> {
    return (await this.states.ownerOf(DEMO))?.isOfDemo === true;
  }

  /** The result of a version, which is pushed first if it is missing; undefined if there is none for a long time. */
  private async analyzed(
    administrator: Administrator,
    orgId: string,
    server: PrivateServer,
    signal: AbortSignal,
  ): Promise<DemoState | undefined> {
    const before = await this.states.find(server, orgId);
    if (before === undefined || before.status === null || before.status === 'FAILED') {
      await this.pushes.push(administrator, server, await server.bundle(), signal);
    }
    let state: DemoState | undefined;
    const isDone = async (): Promise<boolean> => {
      state = await this.states.find(server, orgId);
      return state === undefined || hasResult(state);
    };
    return (await polled(isDone, signal)) ? state : undefined;
  }
}

const hasResult = ({ status }: DemoState): boolean =>
  status !== null && status !== 'INGESTED' && status !== 'ANALYZING';
