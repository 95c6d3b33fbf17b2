/**
 * How programs of a language behave where languages differ. The interpreter asks for these, never for a language;
 * each language says them in `languages/<language>/traits.ts`.
 */
export interface Traits {
  /**
   * A function may return several results, the last of which says whether it succeeded (`value, err := f()`), and a lookup or
   * a cast of which two are asked for says whether there is a value (`value, ok := m[key]`).
   */
  readonly severalResults: boolean;
  /** Lists are values: appending gives another list, so that a variable may be any of several, place by place. */
  readonly listsAreValues: boolean;
  /** What a loop over a map binds: its keys, its pairs of key and item, or key and item in two variables. */
  readonly mapLoops: 'keys' | 'pairs' | 'keys and items';
  /** Where fields may be given without their names, in their order: to a class (`Point(1, 2)`), or in a literal (`Point{1, 2}`). */
  readonly orderedFields: 'calls' | 'literals' | 'nowhere';
  /** Last names of the types whose values are numbers at run time, whatever was sent. Without it, types are not enforced. */
  readonly numberTypes?: RegExp;
  /** A variable that is declared with a type and no value holds an instance of the type. */
  readonly zeroValues: boolean;
  /** `x[from:to]` with a few places is a short part of a text, and reveals no secret. */
  readonly slicesTexts: boolean;
  /** Reading a key that a map does not hold raises an error: the program goes on with keys of the map only. */
  readonly missingKeysRaise: boolean;
  /** `super()` is the object as its bases see it, and not a call of their constructors. */
  readonly superIsObject: boolean;
  /** Members of an enum have their constant as `.value`; they are kept as that constant. */
  readonly enumValues: boolean;
  /** What decorators of a method are called with: the function, or also the class's prototype and the name. */
  readonly decorators: 'function' | 'member';
  /** `list += other` extends the list itself. */
  readonly extendsInPlace: boolean;
  /** Operators of `x op= y` that work on paths, templates, sets and maps as in `x op y`; the others only calculate. */
  readonly objectOperators: ReadonlySet<string>;
  /** `text % values` fills in a template. */
  readonly percentFormats: boolean;
  /** The class whose instances `/` joins and makes, by the path of an instance. */
  readonly slashClass?: string;
  /** The function that `*` is a call of: it repeats texts and lists. */
  readonly productFunction?: string;
  /** Paths of generic types that are kept with their parts as values: a name may stand for one. */
  readonly genericTypes?: RegExp;
  /** How the managers of a `with` may end an error; without it none does. */
  readonly suppression?: Suppression;
  /** Regular expressions take linear time. */
  readonly linearPatterns: boolean;
  /** A loop may walk a number: `for i := range n`. */
  readonly numberLoops: boolean;
  /** The global function `open` opens a file. */
  readonly opensFiles: boolean;
  /** Joining paths lets one that begins at the root replace all before it. */
  readonly joinsFromRoot: boolean;
}

/** What ends errors within a `with`. */
export interface Suppression {
  /** Paths of managers that do. */
  readonly managers: RegExp;
  /** Methods of a manager's class that do when they return something true. */
  readonly exits: readonly string[];
}
