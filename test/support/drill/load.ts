import { setTimeout as wait } from 'node:timers/promises';
import { Lane, type Scene } from './lane.js';
import {
  changesAllowList,
  changesPolicy,
  changesRegistryToken,
  changesServiceToken,
  evaluates,
  paysForAnotherPlan,
  type Customer,
} from './rule-actions.js';
import { publishes, pushes, requestsReport, scans } from './version-actions.js';

interface Action {
  readonly weight: number;
  /** Whether it makes work for a worker: an analysis or a report. */
  readonly isHeavy?: boolean;
  readonly run: (lane: Lane) => Promise<void>;
}

/**
 * How much more work for workers the load may make. Each kill allows some more, so that what a drill has to wait for at its end
 * depends on its kills, and not on the speed of the machine.
 */
export class Allowance {
  private left = 0;

  add(count: number): void {
    this.left += count;
  }

  /** Takes one; false if there is none. */
  take(): boolean {
    if (this.left === 0) return false;
    this.left -= 1;
    return true;
  }
}

const actions = (customer: Customer): readonly Action[] => [
  { weight: 3, isHeavy: true, run: pushes },
  { weight: 2, isHeavy: true, run: publishes },
  { weight: 1, isHeavy: true, run: scans },
  { weight: 2, isHeavy: true, run: requestsReport },
  { weight: 3, run: changesServiceToken },
  { weight: 3, run: changesRegistryToken },
  { weight: 3, run: changesPolicy },
  { weight: 3, run: changesAllowList },
  { weight: 2, run: evaluates },
  { weight: 2, run: (lane) => paysForAnotherPlan(lane, customer) },
];

/** Makes seeded requests until the signal, in lanes; each has a customer of its own. */
export async function load(
  scene: Scene,
  seed: number,
  customers: readonly Customer[],
  { allowance, over }: { readonly allowance: Allowance; readonly over: AbortSignal },
): Promise<void> {
  const lanes = customers.map(async (customer, number) => {
    const lane = new Lane(scene, number, seed);
    const possible = actions(customer);
    while (!over.aborted) {
      const { isHeavy = false, run } = lane.random.weighted(possible);
      if (!isHeavy || allowance.take()) await run(lane);
      await wait(lane.random.between(50, 1200));
    }
  });
  await Promise.all(lanes);
}
