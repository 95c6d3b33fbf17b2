import type { Call, Expression, If, Lines, Statement } from '../ir/program.js';
import type { Arguments, Entry, Frame } from './frame.js';
import type { Closure, Value } from './values/value.js';

/** A call as models and rules see it. */
export interface CallEvent {
  readonly kind: 'call';
  readonly frame: Frame;
  readonly node: Call;
  readonly callee: Value;
  /** The paths of an external callee: `subprocess.run`. */
  readonly names: readonly string[];
  /** The last name of a callee `a.b`. */
  readonly method?: string | undefined;
  /** The receiver of a method call. */
  readonly receiver?: Value | undefined;
  readonly arguments: Arguments;
}

/** A call into the package's own code of which nothing is known, because what it calls was not found. */
export interface UnresolvedEvent {
  readonly kind: 'unresolved';
  readonly frame: Frame;
  readonly node: Call;
  /** What was not found: a module or a name in it; what was chosen among several, as by the name of a tool; the class of a method. */
  readonly reason: 'module' | 'choice' | 'method';
}

/** The events that rules handle. */
export type Event =
  | CallEvent
  | UnresolvedEvent
  /** A function of the package begins to run: its frame, in which nothing has happened yet. */
  | { readonly kind: 'run'; readonly frame: Frame }
  /** A handler's answer to a client. */
  | { readonly kind: 'answer'; readonly frame: Frame; readonly lines: Lines; readonly value: Value }
  | {
      readonly kind: 'compare';
      readonly frame: Frame;
      readonly lines: Lines;
      readonly operator: string;
      readonly left: Value;
      readonly right: Value;
      readonly operands: readonly Expression[];
    }
  /** A loop, with what its test or the list that it walks is. */
  | {
      readonly kind: 'loop';
      readonly frame: Frame;
      readonly lines: Lines;
      readonly bound: Value;
      readonly endless: boolean;
    }
  /** A value stored under a name: a variable, a field of an object, a key of a literal. */
  | {
      readonly kind: 'store';
      readonly frame: Frame;
      readonly lines: Lines;
      readonly object?: Value;
      readonly name: string;
      readonly value: Value;
    }
  /** An error that is caught or thrown away: what was tried, and what is done about it. */
  | {
      readonly kind: 'catch';
      readonly frame: Frame;
      readonly lines: Lines;
      readonly tried: readonly Statement[];
      /** The classes that are caught; empty catches all. */
      readonly types: readonly Expression[];
      readonly handling: readonly Statement[];
    }
  /** A text was put together of others, of which not all are known. */
  | { readonly kind: 'text'; readonly frame: Frame; readonly lines: Lines; readonly value: Value }
  /** What stands in for a value that is missing: `value || other`, `value ?? other`. */
  | {
      readonly kind: 'fallback';
      readonly frame: Frame;
      readonly lines: Lines;
      /** The operands before it. */
      readonly tried: readonly Expression[];
      readonly value: Value;
    }
  /** The function of a route has run: where it returned. */
  | { readonly kind: 'end'; readonly frame: Frame }
  /** A condition ends the function of a route under assumptions, and not otherwise: the request is refused. */
  | {
      readonly kind: 'refusal';
      readonly frame: Frame;
      readonly lines: Lines;
      /** Bits of Assumption. */
      readonly because: number;
      /** Only if something is configured. */
      readonly isOptional: boolean;
    }
  /** A statement `if`, its test read and its branches not yet. */
  | { readonly kind: 'branch'; readonly frame: Frame; readonly lines: Lines; readonly node: If }
  /** A prefix was compared: `value.startsWith(prefix)`. */
  | {
      readonly kind: 'prefix';
      readonly frame: Frame;
      readonly lines: Lines;
      readonly value: Value;
      readonly prefix: Value;
    };

/** A function that clients can reach, as it was registered. */
export interface Registration {
  readonly entry: Entry;
  readonly closure: Closure;
  readonly arguments: Arguments;
  readonly self?: Value;
  /** The registration during whose run it was made. */
  readonly during?: Registration;
}
