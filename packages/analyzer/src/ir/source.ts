/** The lines of a node in its file, 1-based and inclusive. */
export interface Lines {
  readonly line: number;
  readonly endLine: number;
  /**
   * The columns of its first and behind its last character, 1-based, in UTF-16 code units. Front ends give them to the nodes at
   * which rules report something: calls, literals, comparisons, names that are bound.
   */
  readonly column?: number | undefined;
  readonly endColumn?: number | undefined;
}

/**
 * An `import`. `imported` is the name in the other module, `default`, or `*` for the module itself; `local` is the name
 * here, or `*` for all names (`from m import *`, Go's dot import). The leading dots of a relative Python import are
 * kept (`..a`).
 */
export interface Import extends Lines {
  readonly kind: 'import';
  readonly module: string;
  readonly names: readonly { readonly imported: string; readonly local: string }[];
  /** The local name is only likely: the other package says what its name is. */
  readonly implied?: boolean;
  /** TypeScript's `import type`. */
  readonly typeOnly?: boolean;
}

/** A literal. `null` is also None, nil and undefined; the bytes of a bytes literal are its text. */
export interface Constant extends Lines {
  readonly kind: 'constant';
  readonly value: string | number | boolean | null;
}

/** A variable, also `this` and `super`. */
export interface Name extends Lines {
  readonly kind: 'name';
  readonly name: string;
}

/** A regular expression literal. */
export interface RegexLiteral extends Lines {
  readonly kind: 'regex';
  readonly pattern: string;
  readonly flags: string;
}
