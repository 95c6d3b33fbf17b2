import { SanitizedFor } from './taint.js';
import type { Fact } from './value.js';
import { alternativesOf } from './value-keys.js';

/** What is shown of the value with a key. */
type Shown = Extract<Fact, { readonly sanitizedFor: number }>;

/** A key that was made of another one, and which checks count for that one too. */
export interface KeyLink {
  readonly key: string;
  readonly from: string;
  readonly bits: number;
}

/** What is made in more steps than this is not known to be made of the first. */
const MAX_STEPS = 64;

/** What the keys of values were made of, so that what is checked of one is known of the other. */
export class KeyOrigins {
  private readonly made = new Map<
    string,
    { readonly from: string; readonly bits: number; last: number; readonly steps: number }
  >();
  /** How many times links have been made. */
  count = 0;

  add({ key, from, bits }: KeyLink): void {
    this.count += 1;
    const known = this.made.get(key);
    if (known) {
      if (known.from === from) known.last = this.count;
      return;
    }
    const steps = alternativesOf(from).reduce(
      (most, each) => Math.max(most, (this.made.get(each)?.steps ?? 0) + 1),
      (this.made.get(from)?.steps ?? 0) + 1,
    );
    // Keys that were renamed may name each other in a circle.
    if (steps <= MAX_STEPS && !this.leadsTo(from, key))
      this.made.set(key, { from, bits, last: this.count, steps });
  }

  /** Whether a key is another one, or was made of it. */
  private leadsTo(from: string, key: string): boolean {
    if (from === key) return true;
    const made = this.made.get(from);
    if (made && this.leadsTo(made.from, key)) return true;
    const alternatives = alternativesOf(from);
    return alternatives.length > 1 && alternatives.some((each) => this.leadsTo(each, key));
  }

  /** A fact, and what it says of the values that its own is made of. */
  *implied(fact: Shown): Generator<Shown> {
    yield* this.impliedByEach(fact);
    let { key, sanitizedFor } = fact;
    for (;;) {
      yield { key, sanitizedFor };
      const made = this.made.get(key);
      if (!made || (made.bits & sanitizedFor) === 0) return;
      key = made.from;
      sanitizedFor &= made.bits | SanitizedFor.HOP;
    }
  }

  /** What is shown of either of several values holds for what all of them were made of. */
  private *impliedByEach(fact: Shown): Generator<Shown> {
    const alternatives = alternativesOf(fact.key);
    if (alternatives.length === 1) return;
    const [first, ...others] = alternatives.map(
      (key) => new Map([...this.implied({ ...fact, key })].map((each) => [each.key, each.sanitizedFor])),
    );
    for (const [key, bits] of first ?? []) {
      const common = others.reduce((all, each) => all & (each.get(key) ?? 0), bits);
      if (common !== 0) yield { key, sanitizedFor: common };
    }
  }

  /**
   * What a key was made of, and what that was made of in turn.
   * @param since links that were last made before there were so many are left out
   */
  *linksOf(key: string | undefined, since: number): Generator<KeyLink> {
    for (const each of key === undefined ? [] : alternativesOf(key)) {
      const made = this.made.get(each);
      if (made && made.last > since) {
        const { from, bits } = made;
        yield { key: each, from, bits };
        yield* this.linksOf(from, since);
      } else if (each !== key) yield* this.linksOf(each, since);
    }
  }
}
