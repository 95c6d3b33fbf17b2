import type {
  ClassDefinition,
  Export,
  Expression,
  FunctionDefinition,
  Import,
  Lines,
  Pattern,
  Statement,
} from '../ir/program.js';
import type { CallEvent, Event, Registration } from './events.js';
import type { Arguments, Frame } from './frame.js';
import type { SourceKind, Taint } from './values/taint.js';
import type { ClassInfo, Closure, Fact, HeapObject, Value } from './values/value.js';

// The interfaces through which the parts of the engine, models and surfaces use the interpreter. A function takes those that
// it needs; one that needs more than two takes the whole machine.

/** Creates values and their parts. */
export interface ValueFactory {
  /** A new object id. */
  newId(): number;
  /**
   * A key for a value derived from the one with a key: unique, or, with a suffix, the same one each time.
   * @param bits which checks of the new value count for the old one too
   */
  newKey(from?: string, bits?: number, suffix?: string): string;
  /** A new source at a location. */
  source(kind: SourceKind, name: string, frame: Pick<Frame, 'module' | 'entry'>, line: number): Taint;
  /** The object allocated at a node: one per allocation site and run of its function. */
  allocate(node: object, frame: Frame, make?: Partial<HeapObject>): HeapObject;
  /** The representative instance of a class whose construction is not seen. */
  instanceOf(info: ClassInfo): Value;
  /**
   * Charges the work budget for values processed in bulk.
   * @throws BudgetSpent
   */
  spend(values: number): void;
}

/** What checks have established about values. */
export interface FactStore {
  /** Applies facts that a check has established. */
  learn(facts: readonly Fact[], frame: Frame): void;
  /** Whether checks of the value with a key count for another value too. */
  isDerived(key: string): boolean;
  /** The facts, with those that they imply about the origins of their keys. */
  implied(facts: readonly Fact[]): Fact[];
}

/** Interprets code. */
export interface Evaluator {
  evaluate(expression: Expression, frame: Frame): Value;
  execute(statements: readonly Statement[], frame: Frame): void;
  bind(pattern: Pattern, value: Value, frame: Frame, declares: boolean): void;
  /** The value of a name at this point. */
  lookup(name: string, frame: Frame): Value;
  assign(name: string, value: Value, frame: Frame, declares: boolean): void;
  /** The value of `object.property`. */
  member(object: Value, property: string, frame: Frame, lines: Lines): Value;
  /** A value with a declared type: an annotation or a cast. */
  typed(value: Value, type: Expression | undefined, frame: Frame): Value;
  /** The value of a function after its decorators. */
  decorate(decorators: readonly Expression[], closure: Closure, frame: Frame): Value;
}

/** Calls functions and classes. */
export interface Caller {
  /** Calls the targets of a value. */
  call(event: CallEvent): Value;
  /** Runs a function of the package. */
  run(closure: Closure, args: Arguments, frame: Frame, lines: Lines, self?: Value): Value;
  /** Constructs an instance of a class of the package. */
  construct(info: ClassInfo, args: Arguments, frame: Frame, lines: Lines): Value;
  /** Handles a `return` with a value. */
  returned(value: Value, lines: Lines, frame: Frame): void;
  /**
   * The only method of the package with a name that libraries are unlikely to use, bound to the representative instance
   * of its class.
   */
  uniqueMethod(name: string): Value | undefined;
  /** The methods that implement what a class of the package only declares; undefined if it has none, or too many. */
  implemented(info: ClassInfo, name: string): Value | undefined;
  /** Whether classes of the package have a method of this name. */
  isOwnMethod(name: string): boolean;
}

/** Defines functions and classes. */
export interface Definer {
  /** Defines a function statement. */
  defineFunction(definition: FunctionDefinition, frame: Frame): void;
  /** Defines a class and returns its value. */
  defineClass(definition: ClassDefinition, frame: Frame): Value;
  /** Adds a function to the search for functions without a caller. */
  registerClosure(closure: Closure): void;
}

/** Connects modules. */
export interface ModuleLinks {
  /** What another module exports under a name; `*` is the module itself. Undefined when it is not in the package. */
  imported(from: string, specifier: string, name: string): Value | undefined;
  /** Notes that the code of a module loads what a value names. */
  noteLoaded(from: string, specifier: Value): void;
  /** Runs a module at its import, and binds its names. */
  importNames(node: Import, frame: Frame): void;
  /** Records what a module exports. */
  exportNames(node: Export, frame: Frame): void;
}

/** What clients leave outside of the program: in a table or a file. */
export interface ExternalStore {
  /** What clients have stored at a place outside of the program: a column of a table, a file. */
  stored(place: string, frame: Frame): Value;
  /** Stores a value at such a place; handlers that ran before run again. */
  store(place: string, value: Value, frame: Frame): void;
}

/**
 * What code leaves for code that runs later for the same request, under a name: in a context, in a variable of a task. The contexts
 * of all requests are one.
 */
export interface RequestContexts {
  /** What may be in a context under a name; undefined if nothing was put there. */
  inContext(name: string, frame: Frame): Value | undefined;
  /** Puts a value into a context; handlers that ran before run again if a client controls it. */
  putInContext(name: string, value: Value, frame: Frame): void;
}

/** Reports to the rules, and registers what clients reach. */
export interface Reporter {
  /** Emits an event to the rules. */
  emit(event: Event): void;
  /** Registers a function that clients can reach; it runs after the modules have been loaded. */
  register(registration: Registration): void;
}

/** All of the interpreter. */
export interface Machine
  extends
    ValueFactory,
    FactStore,
    Evaluator,
    Caller,
    Definer,
    ModuleLinks,
    ExternalStore,
    RequestContexts,
    Reporter {}

/** Models of external calls. */
export interface Models {
  /** The result of a call. Undefined when no model knows it. */
  (event: CallEvent, machine: Machine): Value | undefined;
  /** The call as rules see it, with the effects of its receiver on its arguments applied. */
  readonly emitted?: (event: CallEvent, machine: Machine) => CallEvent;
}
