/** Texts that are longer than this are part of keys as numbers. */
export const MAX_KEY_TEXT = 200;
const MAX_LONG_TEXTS = 256;

/**
 * What one analysis remembers about its objects, besides what they are: made with the run, and reached through its scopes.
 * It knows objects by their identity only, so that it depends on nothing of the engine.
 */
export class RunState {
  private readonly numbers = new WeakMap<object, number>();
  private readonly longTexts = new Map<string, number>();
  private lastNumber = 0;

  /** What generators have yielded: a call of a generator stands for any one item, so walking that is no walk of an object. */
  readonly yielded = new WeakSet<object>();
  /** Objects that have something under every key, such as those that `defaultdict` makes. */
  readonly withDefaults = new WeakSet<object>();
  /** Lists of which the first item is kept apart, and no other is known. */
  readonly withFirst = new WeakSet<object>();
  /** The keys of values that were read from a source, and into which a client has put something. */
  readonly filled = new WeakMap<object, Set<string>>();
  /** How many facts are kept for the returns of a frame. */
  readonly returnedFacts = new WeakMap<object, number>();
  /** How often something was put into an object that a client may have chosen. */
  writes = 0;
  /** The steps that types and schemas have taken. */
  typeSteps = 0;

  /** A number that distinguishes functions and classes: several may stand on one line and have no name. */
  numberOf(definition: object): number {
    const known = this.numbers.get(definition) ?? (this.lastNumber += 1);
    this.numbers.set(definition, known);
    return known;
  }

  /** A text as a part of keys, in which a long one would be written again for each call. */
  shortened(text: string): string {
    if (text.length <= MAX_KEY_TEXT) return text;
    let known = this.longTexts.get(text);
    if (known === undefined) {
      // A text that is forgotten gets another number, and is taken for a different one.
      if (this.longTexts.size >= MAX_LONG_TEXTS) this.longTexts.clear();
      this.longTexts.set(text, (known = this.lastNumber += 1));
    }
    return `#${known}`;
  }
}
