import type { Module } from '../ir/program.js';

/** What a front end makes of a file. */
export interface ParsedFile {
  readonly module: Module;
  /**
   * Why part of the file could not be read, in words for the report's reader: a syntax error with its line. The module holds
   * what could be read. None means that all of it was.
   */
  readonly problem?: string;
}

/** A file that a front end cannot read at all: nested too deep, or its parser gave up. The message says why. */
export class UnreadableSource extends Error {}

/** How deep syntax may nest: beyond what people write, and well within the stack. */
export const MAX_NESTING = 400;
