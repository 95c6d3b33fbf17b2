import type { FunctionDefinition, Lines } from '../../ir/program.js';
import type { Arguments, Frame } from '../frame.js';
import { constantOf, type Closure, type Value } from '../values/value.js';

/** A recursive call, postponed until the running call has ended. */
export interface Postponed {
  readonly closure: Closure;
  readonly arguments: Arguments;
  readonly frame: Frame;
  readonly lines: Lines;
  readonly self?: Value | undefined;
}

/** The maximum number of recursive steps followed. */
const MAX_STEPS = 8;

/** Whether a function without parameters keeps its counter in a variable of the enclosing function. */
const isCounting = ({ function: { kind, parameters }, scope }: Closure): boolean =>
  kind === 'function' && parameters.length === 0 && scope.parent !== undefined;

/** Whether a recursive call is the next step of a sequence: `dispatch(i + 1)`, `next()`. */
const isStep = (closure: Closure, { positional }: Arguments): boolean =>
  isCounting(closure) || positional.some((value) => typeof constantOf(value) === 'number');

/**
 * Recursive calls by which middleware chains advance: each step runs after the previous one has ended, in the context
 * of its call, so that long chains need no deeper call stack than short ones.
 */
export class Recursion {
  private readonly calls = new Map<FunctionDefinition, Postponed[]>();
  private readonly steps = new Map<FunctionDefinition, number>();
  private readonly resuming = new Set<FunctionDefinition>();

  /** Postpones a call of a running function if it is the next step of a chain. */
  postpone(call: Postponed): void {
    const { closure, arguments: args, frame } = call;
    const { function: definition } = closure;
    const steps = this.steps.get(definition) ?? 0;
    if (steps >= MAX_STEPS || !isStep(closure, args)) return;
    this.steps.set(definition, steps + 1);
    // Facts that hold at the call hold when it runs.
    const scope = { ...frame.scope, flow: frame.scope.flow.fork() };
    this.calls.set(definition, [
      ...(this.calls.get(definition) ?? []),
      { ...call, frame: { ...frame, scope, exits: [], returns: [] } },
    ]);
  }

  /** Runs the postponed calls, at the depth of the first call of the function. */
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
