import type { ExternalNames } from './external-names.js';

/**
 * How languages differ in the behavior of their programs. The interpreter reads these traits and never checks for a
 * language; each language defines them in `languages/<language>/traits.ts`.
 */
export interface Traits {
  /** What the language and its libraries name outside of the package. */
  readonly externals: ExternalNames;
  /**
   * Functions may return several results, the last of which says whether the call succeeded (`value, err := f()`), and
   * a lookup or a cast with two targets says whether there is a value (`value, ok := m[key]`).
   */
  readonly severalResults: boolean;
  /** Lists are values: appending returns another list, so a variable may be any of several lists, item by item. */
  readonly listsAreValues: boolean;
  /** What a loop over a map binds: its keys, its pairs of key and item, or key and item in two variables. */
  readonly mapLoops: 'keys' | 'pairs' | 'keys and items';
  /** Where fields may be given by position: to a class (`Point(1, 2)`), or in a literal (`Point{1, 2}`). */
  readonly orderedFields: 'calls' | 'literals' | 'nowhere';
  /** Last names of the types that are numeric at run time, whatever was sent. Undefined if types are not enforced. */
  readonly numberTypes?: RegExp;
  /** A variable declared with a type and no value holds an instance of the type. */
  readonly zeroValues: boolean;
  /** A short slice `x[from:to]` of a text reveals no secret. */
  readonly slicesTexts: boolean;
  /** Reading a missing key of a map raises an error: the program continues only with keys of the map. */
  readonly missingKeysRaise: boolean;
  /** `super()` is the object as its base classes see it, not a call of their constructors. */
  readonly superIsObject: boolean;
  /** Members of an enum have their constant as `.value`; they are represented by that constant. */
  readonly enumValues: boolean;
  /** The arguments of a method decorator: the function, or also the class's prototype and the name. */
  readonly decorators: 'function' | 'member';
  /** `list += other` extends the list in place. */
  readonly extendsInPlace: boolean;
  /** Operators of `x op= y` that act on paths, templates, sets and maps as in `x op y`; the others are only arithmetic. */
  readonly objectOperators: ReadonlySet<string>;
  /** `text % values` formats a template. */
  readonly percentFormats: boolean;
  /** The method that `object[key] = value` calls. */
  readonly keyWriter?: string;
  /** The class whose instances `/` joins and returns, by the path of an instance. */
  readonly slashClass?: string;
  /** The function equivalent to `*`: it repeats texts and lists. */
  readonly productFunction?: string;
  /** Paths of generic types whose parts are kept as values: they may be aliased. */
  readonly genericTypes?: RegExp;
  /** How context managers of a `with` may suppress an error; undefined if none can. */
  readonly suppression?: Suppression;
  /** Regular expressions take linear time. */
  readonly linearPatterns: boolean;
  /** A loop may iterate over a number: `for i := range n`. */
  readonly numberLoops: boolean;
  /** The global function `open` opens a file. */
  readonly opensFiles: boolean;
  /** A function finds what it was called with in a variable `arguments`. */
  readonly listsArguments: boolean;
  /** When paths are joined, an absolute path replaces everything before it. */
  readonly joinsFromRoot: boolean;
}

/** What suppresses errors in a `with` body. */
export interface Suppression {
  /** Paths of context managers that suppress errors. */
  readonly managers: RegExp;
  /** Methods of a context manager class that suppress an error by returning a truthy value. */
  readonly exits: readonly string[];
}
