import { Seeded } from './seeded.js';

/** What is killed: a server, a worker, the child that analyzes for a worker, or the browser that prints for one. */
export const TARGETS = [
  { target: 'api', weight: 4 },
  { target: 'worker', weight: 4 },
  { target: 'analysis', weight: 2 },
  { target: 'browser', weight: 1 },
] as const;
export type Target = (typeof TARGETS)[number]['target'];

/** A kill that is to come. */
export interface PlannedKill {
  /** Counted from 1. */
  readonly number: number;
  /** The pause after the restart before, in milliseconds. */
  readonly afterMs: number;
  readonly target: Target;
  /** Which one of several processes. */
  readonly which: number;
  readonly signal: 'SIGKILL' | 'SIGTERM';
  /** How long the process is away before it is started again, in milliseconds. */
  readonly awayMs: number;
}

/** The kills of a seed. The first ones have every target. */
export function killPlan(seed: number, count: number): PlannedKill[] {
  const random = new Seeded(seed, 'kills');
  const first = random.shuffled(TARGETS);
  return Array.from({ length: count }, (_unused, index) => {
    const { target } = first[index] ?? random.weighted(TARGETS);
    const isProcess = target === 'api' || target === 'worker';
    const mayAskKindly = random.between(1, 4) === 1;
    return {
      number: index + 1,
      afterMs: random.between(200, 3000),
      target,
      which: random.between(0, 1000),
      signal: isProcess && mayAskKindly ? 'SIGTERM' : 'SIGKILL',
      awayMs: random.between(0, 2000),
    };
  });
}
