import type { LanguageName } from '../ir/program.js';
import type { FileRole } from './source-file.js';

/** A position in a file; both numbers from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The position in a file of one in a text that was made of it. */
export type OriginOf = (line: number, column?: number) => Position;

/** A text file of the package. */
export interface TextFile {
  readonly path: string;
  readonly role: FileRole;
  readonly language: LanguageName | undefined;
  /** Its content; minified code has more line breaks than the file. */
  readonly text: string;
  /** Without line terminators. */
  readonly lines: readonly string[];
  /** The position in the file for one in the text; undefined when they are the same. */
  readonly originOf?: OriginOf;
}
