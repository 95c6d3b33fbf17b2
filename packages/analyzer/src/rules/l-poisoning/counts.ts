import type { FunctionDefinition } from '../../ir/program.js';
import { countersOf } from './counters.js';
import { keptBy, type Kept } from './stored-counts.js';

/** A function that ran, and where it stands. */
interface Ran {
  readonly definition: FunctionDefinition;
  readonly module: string;
}

/** What functions count and keep, looked for only where something may depend on it. */
export class Counts {
  private readonly counted = new Map<string, ReadonlySet<string>>();
  private readonly kept = new Map<string, Kept | undefined>();
  private readonly byModule: ReadonlyMap<string, readonly Ran[]>;
  private readonly byName: ReadonlyMap<string, readonly Ran[]>;

  constructor(functions: readonly Ran[]) {
    this.byModule = Map.groupBy(functions, ({ module }) => module);
    this.byName = Map.groupBy(functions, ({ definition }) => definition.name);
  }

  /** The ways of variables and fields of a module that count calls. */
  countedIn(module: string): ReadonlySet<string> {
    const known = this.counted.get(module);
    if (known) return known;
    const here = this.byModule.get(module) ?? [];
    const ways = new Set(here.flatMap(({ definition }) => countersOf(definition)));
    this.counted.set(module, ways);
    return ways;
  }

  /** What a function of a name keeps for the next start; where several have the name, the last that keeps something. */
  keptBy(name: string): Kept | undefined {
    if (this.kept.has(name)) return this.kept.get(name);
    const named = name === '' ? [] : (this.byName.get(name) ?? []);
    const kept = named.map(({ definition }) => keptBy(definition)).findLast((each) => each !== undefined);
    this.kept.set(name, kept);
    return kept;
  }
}
