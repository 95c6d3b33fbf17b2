import type { Assignments } from '../../ir/assignments.js';
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

/** State of one analysis that a model or a rule declares beside its use. */
export interface Slot<State> {
  readonly create: () => State;
}

/** Declares a slot, whose state is created when an analysis first asks for it. */
export const slot = <State>(create: () => State): Slot<State> => ({ create });

/**
 * What one analysis remembers beyond the contents of its objects: created with the analysis, reachable from its scopes. The
 * fields are the engine's; models and rules have slots.
 */
export class RunState {
  private readonly numbers = new WeakMap<object, number>();
  private readonly longTexts = new Map<string, number>();
  private readonly texts = new Map<string, string>();
  private readonly slots = new Map<Slot<unknown>, unknown>();
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
  /** What the functions of the program assign. */
  assignments?: Assignments;
  /** The number of writes of client-controlled values. */
  writes = 0;
  /** What the errors hold that were thrown within the `try` statement that runs; undefined outside of one. */
  thrown?: Thrown | undefined;
  /** The sources that are only in the messages of caught errors, by the keys of the errors. */
  readonly inMessages = new Map<string, ReadonlySet<Source>>();
  /** The steps used by types and schemas. */
  typeSteps = 0;

  /** The state in a slot. */
  of<State>(declared: Slot<State>): State {
    let state = this.slots.get(declared) as State | undefined;
    if (state === undefined) this.slots.set(declared, (state = declared.create()));
    return state;
  }

  /** A number that identifies a function or class: several may be on one line without a name. */
  numberOf(definition: object): number {
    const existing = this.numbers.get(definition) ?? (this.lastNumber += 1);
    this.numbers.set(definition, existing);
    return existing;
  }

  /** The same text, as one that is kept only once: of a large package, twenty summaries have the same ones. */
  once(text: string): string {
    const existing = this.texts.get(text);
    if (existing !== undefined) return existing;
    if (this.texts.size < MAX_TEXTS) this.texts.set(text, text);
    return text;
  }

  /** A text as part of a key; a long one is replaced by a number, so that it is not repeated for each call. */
  shortened(text: string): string {
    if (text.length <= MAX_KEY_TEXT) return text;
    let existing = this.longTexts.get(text);
    if (existing === undefined) {
      // An evicted text gets a new number: it then counts as a different text.
      if (this.longTexts.size >= MAX_LONG_TEXTS) this.longTexts.clear();
      this.longTexts.set(text, (existing = this.lastNumber += 1));
    }
    return `#${existing}`;
  }
}
