import type { FunctionDefinition } from '../../ir/program.js';
import type { Registration } from '../events.js';
import { OuterReads } from '../calls/outer-reads.js';
import { stateOf } from '../values/state.js';
import type { Scope, Value } from '../values/value.js';

/** A handler that ran: for which server, with what, and what it has read besides. */
interface Entered {
  readonly registration: Registration;
  readonly given: string;
  readonly reads: OuterReads;
}

/** A registration is compared with this many earlier ones of its function. */
const MAX_COMPARED = 8;

/** The scopes around a function, the innermost first. */
function* around(scope: Scope): Generator<Scope> {
  for (let each: Scope | undefined = scope; each; each = each.parent) yield each;
}

/** The scopes around a function by those around another one of the same code, created by another run of the same functions. */
function correspondingScopes(one: Scope, other: Scope): ReadonlyMap<Scope, Scope> {
  const others = [...around(other)];
  return new Map([...around(one)].map((scope, index) => [scope, others[index] ?? scope]));
}

/** What a handler is called with, and on: the same for handlers that behave the same. */
function stateOfCall({ closure, arguments: { positional, named }, entry, self }: Registration): string {
  const { run } = closure.scope;
  const state = (value: Value | undefined): string => (value ? stateOf(value, run) : '');
  const given = [...positional, self, closure.self].map(state);
  const others = [...named].map(([name, value]) => `${name}=${state(value)}`);
  return [entry.kind, entry.name, ...given, ...others].join('#');
}

/**
 * The handlers that ran. A program that creates one server for each session registers the same handlers for each: they run for the
 * first one, and again only where what they are given or read behaves differently.
 */
export class EquivalentEntries {
  private readonly entered = new Map<FunctionDefinition, Entered[]>();

  /** Whether a handler of the same code ran for another server, and would do the same for this one. */
  hasRun(registration: Registration, machine: { spend(values: number): void }): boolean {
    const existing = this.entered.get(registration.closure.function) ?? [];
    const { scope, bound } = registration.closure;
    const given = existing.length > 0 ? stateOfCall(registration) : '';
    return existing.some((each) => {
      const { closure } = each.registration;
      if (closure.scope === scope || bound || closure.bound || each.given !== given) return false;
      const scopes = correspondingScopes(closure.scope, scope);
      return each.reads.holdIn((read) => scopes.get(read) ?? read, machine);
    });
  }

  /** Notes a handler before it runs. */
  enter(registration: Registration, reads: OuterReads): void {
    const existing = this.entered.get(registration.closure.function) ?? [];
    const entered = { registration, given: stateOfCall(registration), reads };
    this.entered.set(registration.closure.function, [...existing.slice(1 - MAX_COMPARED), entered]);
  }
}
