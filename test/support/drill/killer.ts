import { setTimeout as wait } from 'node:timers/promises';
import { analysesOf, browsersOf, membersOf } from '../child-processes.js';
import { FailedStart, type ServerProcess } from '../server-process.js';
import type { SplitDeployment } from '../split-deployment.js';
import type { PlannedKill } from './kill-plan.js';

const CHILD_WITHIN_MS = 30_000;
const ASK_EVERY_MS = 20;
// The port of the public address may be that of somebody's connection while its server is unavailable.
const PORT_WITHIN_MS = 60_000;
const GONE_WITHIN_MS = 10_000;

/** A kill that was done. */
export interface Kill extends PlannedKill {
  /** What died: the target, or its worker where none appeared in time. */
  readonly died: string;
}

// Three crashes of its own process fail a job (ADR 52): the drill causes two at most.
const MAY_CRASH = `
  SELECT (SELECT coalesce(max(attempts), 0) < 3 FROM analysis_job WHERE status = 'RUNNING') AS analysis,
         (SELECT coalesce(max(attempts), 0) < 3 AND count(worker) > 0
            FROM report WHERE status = 'PENDING') AS browser`;

/** Kills the processes of an installation, and starts them again. */
export class Killer {
  /** What was wrong with a process itself. */
  readonly faults: string[] = [];
  /** Process ids of all servers and workers that were killed. */
  private readonly dead: number[] = [];
  private readonly groups = new Set<number>();

  /** @param provoke makes a request after which such a child runs */
  constructor(
    private readonly deployment: SplitDeployment,
    private readonly provoke: (child: 'analysis' | 'browser') => Promise<void>,
  ) {}

  /** Does a planned kill, and waits until what it hit is there again. */
  async kill(planned: PlannedKill): Promise<Kill> {
    await wait(planned.afterMs);

    const { target } = planned;
    if (target === 'api' || target === 'worker') {
      await this.killProcess(planned, target);
      return { ...planned, died: target };
    }
    await this.provoke(target);
    if (await this.killChild(target)) return { ...planned, died: target };
    await this.killProcess(planned, 'worker');
    return { ...planned, died: `worker (no ${target})` };
  }

  /** What runs of processes that are gone. */
  async leftRunning(): Promise<string[]> {
    const left = (): string[] => [
      ...this.dead.flatMap(analysesOf).map((pid) => `analysis ${pid}`),
      ...[...this.groups]
        .filter((group) => !this.isUsed(group))
        .flatMap(membersOf)
        .map((pid) => `browser ${pid}`),
    ];
    for (let waited = 0; waited < GONE_WITHIN_MS && left().length > 0; waited += ASK_EVERY_MS)
      await wait(ASK_EVERY_MS);
    return left();
  }

  private isUsed(group: number): boolean {
    return this.deployment.workers.some(({ pid }) => browsersOf(pid).includes(group));
  }

  private async killProcess(
    { which, signal, awayMs, number }: PlannedKill,
    role: 'api' | 'worker',
  ): Promise<void> {
    const processes = role === 'api' ? this.deployment.servers : this.deployment.workers;
    const process = processes[which % processes.length];
    if (process === undefined) throw new Error(`there is no ${role}`);
    this.dead.push(process.pid);
    for (const group of browsersOf(process.pid)) this.groups.add(group);
    const code = await process.kill(signal);
    if (signal === 'SIGTERM' && code !== 0)
      this.faults.push(
        `kill ${number}: the ${role} ended with ${code} after SIGTERM: ${process.output.slice(-500)}`,
      );
    await wait(awayMs);
    await this.restart(process);
  }

  private async restart(process: ServerProcess): Promise<void> {
    const deadline = performance.now() + PORT_WITHIN_MS;
    for (;;) {
      try {
        await this.deployment.restart(process);
        return;
      } catch (error) {
        const isTaken = error instanceof FailedStart && error.message.includes('EADDRINUSE');
        if (!isTaken || performance.now() > deadline) throw error;
        await wait(ASK_EVERY_MS);
      }
    }
  }

  /** Kills a child at work; false if there is none in time. */
  private async killChild(kind: 'analysis' | 'browser'): Promise<boolean> {
    const deadline = performance.now() + CHILD_WITHIN_MS;
    while (performance.now() < deadline) {
      const [may] = await this.deployment.hub.home.query<Readonly<Record<typeof kind, boolean>>>(MAY_CRASH);
      for (const { pid } of this.deployment.workers) {
        const [child] = kind === 'analysis' ? analysesOf(pid) : browsersOf(pid);
        if (child === undefined || may?.[kind] !== true) continue;
        // A browser leads a group of processes.
        process.kill(kind === 'analysis' ? child : -child, 'SIGKILL');
        return true;
      }
      await wait(ASK_EVERY_MS);
    }
    return false;
  }
}
