import type { LanguageName } from '../ir/program.js';
import type { FileRole } from './source-file.js';

/** A text file of the package. */
export interface TextFile {
  readonly path: string;
  readonly role: FileRole;
  readonly language: LanguageName | undefined;
  readonly text: string;
  /** Without line terminators. */
  readonly lines: readonly string[];
}
