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
import type { SourceKind, Taint } from './taint.js';
import type { ClassInfo, Closure, Fact, HeapObject, Scope, Value } from './value.js';

/** What begins a run of the program: a module that is loaded, a handler that a client calls, a function nobody calls. */
export interface Entry {
  readonly kind: 'module' | 'tool' | 'resource' | 'prompt' | 'route' | 'function';
  /** The tool's or route's name, the resource's URI; the file or function otherwise. */
  readonly name: string;
}

/** Where an analysis stands in the code. */
export interface Frame {
  readonly entry: Entry;
  /** The file. */
  readonly module: string;
  /** None at the top of a module. */
  readonly function?: FunctionDefinition;
  readonly scope: Scope;
  readonly self?: Value;
  readonly owner?: ClassInfo;
  readonly caller?: Frame;
  readonly depth: number;
  /** Whether this point can be reached; after a return or throw it cannot. */
  alive: boolean;
  /** Where `break` and `continue` of the loops and switches around go to. */
  readonly exits: {
    readonly breaks: Flow<Value>[];
    /** Where it began. */
    readonly base?: Flow<Value>;
    /** Of a loop alone. */
    readonly continues?: Flow<Value>[];
    /** Of a loop, or of a block that is left by its name. */
    readonly label?: string;
  }[];
  /** What it returns, with what checks have shown by then. */
  readonly returns: {
    readonly value: Value;
    readonly facts: ReadonlyMap<string, number>;
    /** The value, or the last of several, is surely something: an error that has been made or found. */
    readonly isSet?: boolean;
  }[];
}

export interface Arguments {
  readonly positional: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
  /** What is spread into them: the values of lists, whose number is not known. */
  readonly spread?: Value;
}

/** A call as models and rules see it. */
export interface CallEvent {
  readonly kind: 'call';
  readonly frame: Frame;
  readonly node: Call;
  readonly callee: Value;
  /** What is called, if it is outside the package: `subprocess.run`. */
  readonly names: readonly string[];
  /** The last part of a callee `a.b`. */
  readonly method?: string | undefined;
  /** What a method is called on. */
  readonly receiver?: Value | undefined;
  readonly arguments: Arguments;
}

/** Other things that happen and that rules ask about. */
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
      /** The classes that are caught; none is all. */
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
      /** What comes before it. */
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

/** A function that clients reach, as it was registered. */
export interface Registration {
  readonly entry: Entry;
  readonly closure: Closure;
  readonly arguments: Arguments;
  readonly self?: Value;
}

/** What the parts of the engine ask of each other. */
export interface Machine {
  evaluate(expression: Expression, frame: Frame): Value;
  execute(statements: readonly Statement[], frame: Frame): void;
  bind(pattern: Pattern, value: Value, frame: Frame, declares: boolean): void;
  /** The value of `object.property`. */
  member(object: Value, property: string, frame: Frame, lines: Lines): Value;
  /** Calls whatever a value may be. */
  call(event: CallEvent): Value;
  /** Runs a function of the package. */
  run(closure: Closure, given: Arguments, frame: Frame, lines: Lines, self?: Value): Value;
  /** Makes an instance of a class of the package. */
  construct(info: ClassInfo, given: Arguments, frame: Frame, lines: Lines): Value;
  /** What another module exports under a name; `*` is the module itself. Undefined when it is not in the package. */
  imported(from: string, specifier: string, name: string): Value | undefined;
  /** A name's value where it is read. */
  lookup(name: string, frame: Frame): Value;
  assign(name: string, value: Value, frame: Frame, declares: boolean): void;
  /** Takes what a check has shown into account. */
  learn(facts: readonly Fact[], frame: Frame): void;
  /** Facts, with what they say of the values that theirs are made of. */
  implied(facts: readonly Fact[]): Fact[];
  /** Tells the rules. */
  emit(event: Event): void;
  /** A function that clients reach; it is run when the modules have been loaded. */
  register(registration: Registration): void;
  /** An object of the program made by a node, the same one each time that the node is read in a run of its function. */
  allocate(node: object, frame: Frame, make?: Partial<HeapObject>): HeapObject;
  /** Makes a function statement known. */
  defineFunction(definition: FunctionDefinition, frame: Frame): void;
  /** Makes a class known; its value. */
  defineClass(definition: ClassDefinition, frame: Frame): Value;
  /** What a function is after its decorators. */
  decorate(decorators: readonly Expression[], closure: Closure, frame: Frame): Value;
  /** Makes a function known to the search for those that nothing calls. */
  registerClosure(closure: Closure): void;
  /** The one instance that stands for all of a class that are not seen being made. */
  instanceOf(info: ClassInfo): Value;
  /** The one method of the package with a name that no library's method is likely to have, as one of that instance. */
  loneMethod(name: string): Value | undefined;
  /** Runs a module where it is imported, and binds its names. */
  importNames(node: Import, frame: Frame): void;
  /** Notes what a module exports. */
  exportNames(node: Export, frame: Frame): void;
  /** A function's end with a value. */
  returned(value: Value, lines: Lines, frame: Frame): void;
  /** A value that is said to be of a type: an annotation, a cast. */
  typed(value: Value, type: Expression | undefined, frame: Frame): Value;
  /**
   * Counts values that are looked at all at once as work.
   * @throws BudgetSpent
   */
  spend(values: number): void;
  /** A new number for an object. */
  newId(): number;
  /** A new source at a location. */
  source(kind: SourceKind, name: string, frame: Pick<Frame, 'module' | 'entry'>, line: number): Taint;
  /**
   * A key for a value made of the one with a key: of its own, or, with a suffix, the same one each time.
   * @param bits which checks of the new value count for the old one too
   */
  newKey(from?: string, bits?: number, suffix?: string): string;
}
