import type { Module } from '../ir/program.js';

/** The result of parsing a file. */
export interface ParsedFile {
  readonly module: Module;
  /**
   * Why part of the file could not be parsed, for readers of the report: a syntax error with its line. The module
   * contains what could be parsed. Undefined if all of it was.
   */
  readonly problem?: string;
  /** The libraries that a bundle contains: their code was not analyzed, as if they were imported. Sorted. */
  readonly libraries?: readonly string[];
}

/** A file that cannot be parsed at all: nested too deep, or the parser gave up. The message says why. */
export class UnreadableSource extends Error {}

/** The maximum nesting of syntax: deeper than people write, and well within the stack. */
export const MAX_NESTING = 400;
