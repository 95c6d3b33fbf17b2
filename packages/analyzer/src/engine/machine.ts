import type {
  Call,
  ClassDefinition,
  Expression,
  FunctionDefinition,
  Export,
  Import,
  Lines,
  Pattern,
  Statement,
  If,
} from '../ir/program.js';
import type { Flow } from './flow.js';
import type { RunRecord } from './run-record.js';
import type { SourceKind, Taint } from './taint.js';
import type { ClassInfo, Closure, Fact, HeapObject, Scope, Value } from './value.js';

/**
 * Where a run of the program starts: a module being loaded, a handler that a client calls, or a function without a
 * known caller.
 */
export interface Entry {
  readonly kind: 'module' | 'tool' | 'resource' | 'prompt' | 'route' | 'function';
  /** The tool's or route's name, or the resource's URI; otherwise the file or function. */
  readonly name: string;
}

/** An activation record: the context in which code is analyzed. */
export interface Frame {
  readonly entry: Entry;
  /** The path of the module's file. */
  readonly module: string;
  /** Undefined at the top level of a module. */
  readonly function?: FunctionDefinition;
  readonly scope: Scope;
  readonly self?: Value;
  readonly owner?: ClassInfo;
  readonly caller?: Frame;
  /** What the function was called with. */
  readonly given?: Arguments;
  /** Of the run of its function; undefined at the top level of a module and at an entry. */
  readonly record?: RunRecord;
  readonly depth: number;
  /** Whether the current point is reachable: not after a return or throw. */
  alive: boolean;
  /** The targets of `break` and `continue` in the enclosing loops and switches. */
  readonly exits: {
    readonly breaks: Flow<Value>[];
    /** The flow at its start. */
    readonly base?: Flow<Value>;
    /** Only for a loop. */
    readonly continues?: Flow<Value>[];
    /** Of a loop, or of a labeled block. */
    readonly label?: string;
  }[];
  /** The values returned so far, with the facts at each return. */
  readonly returns: {
    readonly value: Value;
    readonly facts: ReadonlyMap<string, number>;
    /** The value, or the last of several, is certainly not null: an error that was constructed or found. */
    readonly isSet?: boolean;
  }[];
}

export interface Arguments {
  readonly positional: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
  /** Values spread from lists of unknown length. */
  readonly spread?: Value;
}

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

/** The events that rules handle. */
export type Event =
  | CallEvent
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

/** The interface between the parts of the engine. */
export interface Machine {
  evaluate(expression: Expression, frame: Frame): Value;
  execute(statements: readonly Statement[], frame: Frame): void;
  bind(pattern: Pattern, value: Value, frame: Frame, declares: boolean): void;
  /** The value of `object.property`. */
  member(object: Value, property: string, frame: Frame, lines: Lines): Value;
  /** Calls the targets of a value. */
  call(event: CallEvent): Value;
  /** Runs a function of the package. */
  run(closure: Closure, given: Arguments, frame: Frame, lines: Lines, self?: Value): Value;
  /** Constructs an instance of a class of the package. */
  construct(info: ClassInfo, given: Arguments, frame: Frame, lines: Lines): Value;
  /** What another module exports under a name; `*` is the module itself. Undefined when it is not in the package. */
  imported(from: string, specifier: string, name: string): Value | undefined;
  /** Notes that the code of a module loads what a value names. */
  noteLoaded(from: string, specifier: Value): void;
  /** The value of a name at this point. */
  lookup(name: string, frame: Frame): Value;
  assign(name: string, value: Value, frame: Frame, declares: boolean): void;
  /** Applies facts that a check has established. */
  learn(facts: readonly Fact[], frame: Frame): void;
  /** Whether checks of the value with a key count for another value too. */
  isDerived(key: string): boolean;
  /** The facts, with those that they imply about the origins of their keys. */
  implied(facts: readonly Fact[]): Fact[];
  /** What clients have stored at a place outside of the program: a column of a table, a file. */
  stored(place: string, frame: Frame): Value;
  /** Stores a value at such a place; handlers that ran before run again. */
  store(place: string, value: Value, frame: Frame): void;
  /** Emits an event to the rules. */
  emit(event: Event): void;
  /** Registers a function that clients can reach; it runs after the modules have been loaded. */
  register(registration: Registration): void;
  /** The object allocated at a node: one per allocation site and run of its function. */
  allocate(node: object, frame: Frame, make?: Partial<HeapObject>): HeapObject;
  /** Defines a function statement. */
  defineFunction(definition: FunctionDefinition, frame: Frame): void;
  /** Defines a class and returns its value. */
  defineClass(definition: ClassDefinition, frame: Frame): Value;
  /** The value of a function after its decorators. */
  decorate(decorators: readonly Expression[], closure: Closure, frame: Frame): Value;
  /** Adds a function to the search for functions without a caller. */
  registerClosure(closure: Closure): void;
  /** The representative instance of a class whose construction is not seen. */
  instanceOf(info: ClassInfo): Value;
  /**
   * The only method of the package with a name that libraries are unlikely to use, bound to the representative instance
   * of its class.
   */
  loneMethod(name: string): Value | undefined;
  /** Runs a module at its import, and binds its names. */
  importNames(node: Import, frame: Frame): void;
  /** Records what a module exports. */
  exportNames(node: Export, frame: Frame): void;
  /** Handles a `return` with a value. */
  returned(value: Value, lines: Lines, frame: Frame): void;
  /** A value with a declared type: an annotation or a cast. */
  typed(value: Value, type: Expression | undefined, frame: Frame): Value;
  /**
   * Charges the work budget for values processed in bulk.
   * @throws BudgetSpent
   */
  spend(values: number): void;
  /** A new object id. */
  newId(): number;
  /** A new source at a location. */
  source(kind: SourceKind, name: string, frame: Pick<Frame, 'module' | 'entry'>, line: number): Taint;
  /**
   * A key for a value derived from the one with a key: unique, or, with a suffix, the same one each time.
   * @param bits which checks of the new value count for the old one too
   */
  newKey(from?: string, bits?: number, suffix?: string): string;
}

/** Models of external calls. */
export interface Models {
  /** The result of a call. Undefined when no model knows it. */
  (event: CallEvent, machine: Machine): Value | undefined;
  /** The call as rules see it, with the effects of its receiver on its arguments applied. */
  readonly emitted?: (event: CallEvent, machine: Machine) => CallEvent;
}
