import type { Assignments } from '../ir/assignments.js';
import type { FunctionDefinition } from '../ir/program.js';
import type { Source, Taint } from './taint.js';

/** Longer texts are replaced by numbers in keys. */
export const MAX_KEY_TEXT = 200;
const MAX_LONG_TEXTS = 256;
const MAX_TEXTS = 10_000;

/** What the errors hold that are thrown within a `try` statement. */
export interface Thrown {
  readonly all: readonly Taint[];
  /** The part that is not only in messages. */
  readonly fields: readonly Taint[];
}

/**
 * What one analysis remembers about its objects beyond their contents: created with the analysis, reachable from its
 * scopes. Objects are identified by reference only, so that this file depends on no other part of the engine.
 */
export class RunState {
  private readonly numbers = new WeakMap<object, number>();
  private readonly longTexts = new Map<string, number>();
  private readonly texts = new Map<string, string>();
  private lastNumber = 0;

  /**
   * The values yielded by generators: a generator call returns a representative item, so a loop over it is not a loop
   * over an object.
   */
  readonly yielded = new WeakSet<object>();
  /** Objects with a value for every key, such as those that `defaultdict` creates. */
  readonly withDefaults = new WeakSet<object>();
  /** Lists of which only the first item is tracked. */
  readonly withFirst = new WeakSet<object>();
  /** The keys of values read from a source into which client input was inserted. */
  readonly filled = new WeakMap<object, Set<string>>();
  /** The number of facts kept for the returns of a frame. */
  readonly returnedFacts = new WeakMap<object, number>();
  /** Objects that are fields of settings: the environment or a file may replace their fields as well. */
  readonly settings = new WeakSet<object>();
  /** What texts were encoded from, by their keys: `JSON.stringify(value)`. */
  readonly encoded = new Map<string, unknown>();
  /** The statements that prepared statements run, by the objects that stand for them. */
  readonly statements = new WeakMap<object, unknown>();
  /** The rows that a query gives, by the objects that stand for its results. */
  readonly rows = new WeakMap<object, object>();
  /** The rows of the last query of a cursor, by the scope that uses it and its name there. */
  readonly cursors = new WeakMap<object, Map<string, object>>();
  /** The columns that clients have written, by table. */
  readonly columns = new Map<string, Set<string>>();
  /** The paths of open files, by the objects that stand for them. */
  readonly files = new WeakMap<object, string>();
  /** What the functions of the program assign. */
  assignments?: Assignments;
  /** The names of functions that refuse addresses after they have found what they are. */
  readonly addressChecks = new Set<string>();
  /** Functions that ran and may be such checks: their code is read when a request asks for it. */
  readonly maybeAddressChecks = new Set<FunctionDefinition>();
  /** The number of writes of client-controlled values. */
  writes = 0;
  /** What the errors hold that were thrown within the `try` statement that runs; undefined outside of one. */
  thrown?: Thrown | undefined;
  /** The sources that are only in the messages of caught errors, by the keys of the errors. */
  readonly inMessages = new Map<string, ReadonlySet<Source>>();
  /** The steps used by types and schemas. */
  typeSteps = 0;

  /** A number that identifies a function or class: several may be on one line without a name. */
  numberOf(definition: object): number {
    const known = this.numbers.get(definition) ?? (this.lastNumber += 1);
    this.numbers.set(definition, known);
    return known;
  }

  /** The same text, as one that is kept only once: of a large package, twenty summaries have the same ones. */
  once(text: string): string {
    const known = this.texts.get(text);
    if (known !== undefined) return known;
    if (this.texts.size < MAX_TEXTS) this.texts.set(text, text);
    return text;
  }

  /** A text as part of a key; a long one is replaced by a number, so that it is not repeated for each call. */
  shortened(text: string): string {
    if (text.length <= MAX_KEY_TEXT) return text;
    let known = this.longTexts.get(text);
    if (known === undefined) {
      // An evicted text gets a new number: it then counts as a different text.
      if (this.longTexts.size >= MAX_LONG_TEXTS) this.longTexts.clear();
      this.longTexts.set(text, (known = this.lastNumber += 1));
    }
    return `#${known}`;
  }
}
