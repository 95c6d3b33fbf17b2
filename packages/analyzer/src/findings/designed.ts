import type { ALL_ARGUMENTS } from '../engine/values/taint.js';

/** What code does with a value that a client gives, as far as a tool can be there to do exactly that. */
export type Operation = 'command' | 'remote' | 'code' | 'page' | 'file' | 'address' | 'query';

/** A parameter of a tool that reaches a sink. */
export interface DesignedUse {
  /** The names that the tool may have; empty if the code does not show which one is called. */
  readonly tools: readonly string[];
  /** The name of the parameter, or that of all arguments together. */
  readonly parameter: typeof ALL_ARGUMENTS | (string & {});
}

/**
 * A condition of a report: whether the tools concerned are there to do what the code does. That depends on their
 * descriptions, which may be declared after their code has run, so that it is decided at the end of an analysis.
 */
export interface Designed {
  /** `design`: reported if all tools promise the operation. `other`: reported if one of them does not. */
  readonly side: 'design' | 'other';
  readonly operation: Operation;
  /** Words of which a tool's name must have one. */
  readonly named: ReadonlySet<string>;
  readonly uses: readonly DesignedUse[];
}

/** The words with which tools promise an operation; undefined if one of them does not. */
export type PromisedBy = (designed: Designed) => string | undefined;
