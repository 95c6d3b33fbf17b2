import type { FunctionDefinition } from '../ir/program.js';
import type { RunRecord } from './run-record.js';
import type { Flow } from './values/flow.js';
import type { ClassInfo, Scope, Value } from './values/value.js';

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
  readonly arguments?: Arguments;
  /** Of the run of its function; undefined at the top level of a module and at an entry. */
  readonly record?: RunRecord;
  readonly depth: number;
  /** The assumptions about the call: bits of Assumption. */
  readonly before?: { readonly excluded: number; readonly decided: number };
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
    /** The expression makes the value, so that nothing else has it. */
    readonly isMade?: boolean;
    /** The assumptions under which it does not return here: bits of Assumption. */
    readonly excluded?: number;
    /** The assumptions for which it returns here. */
    readonly decided?: number;
    /** It has passed a request on. */
    readonly passed?: boolean;
  }[];
}

export interface Arguments {
  readonly positional: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
  /** Values spread from lists of unknown length. */
  readonly spread?: Value;
}
