export type LanguageName = 'javascript' | 'typescript' | 'python' | 'go';

/** The lines of a node in its file, from 1, both included. */
export interface Lines {
  readonly line: number;
  readonly endLine: number;
}

/**
 * `import`. `imported` is the name in the other module, `default`, or `*` for the module itself; `local` is the name here,
 * or `*` for all names (`from m import *`, Go's dot import). Python's dots of a relative import stay (`..a`).
 */
export interface Import extends Lines {
  readonly kind: 'import';
  readonly module: string;
  readonly names: readonly { readonly imported: string; readonly local: string }[];
  /** TypeScript's `import type`. */
  readonly typeOnly?: boolean;
}
