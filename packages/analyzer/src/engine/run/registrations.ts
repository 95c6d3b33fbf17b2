import type { FunctionDefinition } from '../../ir/program.js';
import type { Registration } from '../events.js';
import type { Entry } from '../frame.js';
import { join, UNKNOWN } from '../values/value.js';

/** Whether two registrations are of one closure, for the same use and with arguments in the same places. */
function isSame(one: Registration, other: Registration): boolean {
  return (
    one.closure.function === other.closure.function &&
    one.closure.scope === other.closure.scope &&
    one.closure.bound === other.closure.bound &&
    one.closure.self === other.closure.self &&
    one.self === other.self &&
    one.entry.kind === other.entry.kind &&
    one.entry.name === other.entry.name &&
    one.arguments.named.size + other.arguments.named.size === 0 &&
    one.arguments.positional.length === other.arguments.positional.length
  );
}

/** The positional arguments of two registrations of one closure. */
const joinedArguments = (one: Registration, other: Registration): Registration['arguments'] => ({
  ...one.arguments,
  positional: one.arguments.positional.map((value, index) =>
    join(value, other.arguments.positional[index] ?? UNKNOWN),
  ),
});

/**
 * Whether a function was registered while it ran itself, as that of a tool that starts another server with the same tools does. It
 * is followed for the server and for the server in it; from then on, nothing new comes.
 */
function registersItself({ closure, during }: Registration): boolean {
  let times = 0;
  for (let each = during; each; each = each.during)
    if (each.closure.function === closure.function && (times += 1) > 1) return true;
  return false;
}

/** A registration is compared with this many earlier ones of its function. */
const MAX_WAITING = 16;

/** The functions that clients reach, in the order in which they are registered and followed. */
export class Registrations {
  private readonly all: Registration[] = [];
  /** The indexes of the last registrations of each function. */
  private readonly last = new Map<FunctionDefinition, readonly number[]>();
  private started = 0;
  /** The registration whose function is being run. */
  private running: Registration | undefined;

  /** The number of registrations that are not followed yet. */
  get left(): number {
    return this.all.length - this.started;
  }

  /** All functions that were registered. */
  get functions(): FunctionDefinition[] {
    return this.all.map(({ closure }) => closure.function);
  }

  /** What each of them handles. */
  get entries(): ReadonlyMap<FunctionDefinition, readonly Entry[]> {
    const byFunction = Map.groupBy(this.all, ({ closure }) => closure.function);
    return new Map(
      Array.from(byFunction, ([definition, all]) => [definition, all.map(({ entry }) => entry)]),
    );
  }

  /** A loop over tools registers one closure again and again: it is followed once, with the arguments of all. */
  add(given: Registration): void {
    const made = this.running ? { ...given, during: this.running } : given;
    const last = this.last.get(made.closure.function) ?? [];
    for (const index of last) {
      const known = this.all[index];
      if (index < this.started || !known || !isSame(known, made)) continue;
      this.all[index] = { ...known, arguments: joinedArguments(known, made) };
      return;
    }
    this.last.set(made.closure.function, [...last.slice(1 - MAX_WAITING), this.all.length]);
    this.all.push(made);
  }

  /** The next registration to follow. */
  next(): Registration | undefined {
    for (let each = this.all[this.started]; each; each = this.all[this.started]) {
      this.started += 1;
      if (!registersItself(each)) return each;
    }
    return undefined;
  }

  /** Runs something during which registrations are made. */
  during(registration: Registration, run: () => void): void {
    const before = this.running;
    this.running = registration;
    run();
    this.running = before;
  }
}
