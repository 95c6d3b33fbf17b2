import type { FunctionDefinition, Lines } from '../ir/program.js';
import type { Arguments, Frame } from './machine.js';
import { constantOf, type Closure, type Value } from './value.js';

/** A call of a function that is running already. */
export interface Postponed {
  readonly closure: Closure;
  readonly given: Arguments;
  readonly frame: Frame;
  readonly lines: Lines;
  readonly self?: Value | undefined;
}

/** So many steps of a function that goes on with itself are followed. */
const MAX_STEPS = 8;

/** Whether a function without parameters counts in a variable of the function around it. */
const isCounting = ({ function: { kind, parameters }, scope }: Closure): boolean =>
  kind === 'function' && parameters.length === 0 && scope.parent !== undefined;

/** Whether a call goes on with the next step of something: `dispatch(i + 1)`, `next()`. */
const isStep = (closure: Closure, { positional }: Arguments): boolean =>
  isCounting(closure) || positional.some((value) => typeof constantOf(value) === 'number');

/**
 * Calls of functions by themselves, by which chains of middleware go from one step to the next: each is run when the step
 * before it has ended, from where that was called, so that long chains are no deeper than short ones.
 */
export class Recursion {
  private readonly calls = new Map<FunctionDefinition, Postponed[]>();
  private readonly steps = new Map<FunctionDefinition, number>();
  private readonly resuming = new Set<FunctionDefinition>();

  /** Keeps a call of a running function for later, if it is the next step of one. */
  postpone(call: Postponed): void {
    const { closure, given, frame } = call;
    const { function: definition } = closure;
    const steps = this.steps.get(definition) ?? 0;
    if (steps >= MAX_STEPS || !isStep(closure, given)) return;
    this.steps.set(definition, steps + 1);
    // What holds where it is called holds when it is run.
    const scope = { ...frame.scope, flow: frame.scope.flow.fork() };
    this.calls.set(definition, [
      ...(this.calls.get(definition) ?? []),
      { ...call, frame: { ...frame, scope, exits: [], returns: [] } },
    ]);
  }

  /** Runs what was kept, as deep as the first call of the function was. */
  resume(definition: FunctionDefinition, depth: number, run: (call: Postponed) => void): void {
    if (this.resuming.has(definition) || !this.calls.has(definition)) return;
    this.resuming.add(definition);
    try {
      for (;;) {
        const [call, ...others] = this.calls.get(definition) ?? [];
        if (!call) return;
        this.calls.set(definition, others);
        run({ ...call, frame: { ...call.frame, depth } });
      }
    } finally {
      this.resuming.delete(definition);
      this.calls.delete(definition);
      this.steps.delete(definition);
    }
  }
}
