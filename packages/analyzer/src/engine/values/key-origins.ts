import { SanitizedFor } from './taint.js';
import type { Fact } from './value.js';
import { alternativesOf } from './value-keys.js';

/** A fact about the value with a key. */
type Shown = Extract<Fact, { readonly sanitizedFor: number }>;

/** A key derived from another key, and which checks of it count for that one too. */
export interface KeyLink {
  readonly key: string;
  readonly from: string;
  readonly bits: number;
}

/** Derivations of more steps than this lose their origin. */
const MAX_STEPS = 64;

/** The origins of derived keys: a check of a derived value also counts for the value that it is derived from. */
export class KeyOrigins {
  private readonly made = new Map<
    string,
    { readonly from: string; readonly bits: number; last: number; readonly steps: number }
  >();
  /** The number of links added so far. */
  count = 0;

  add({ key, from, bits }: KeyLink): void {
    this.count += 1;
    const existing = this.made.get(key);
    if (existing) {
      if (existing.from === from) existing.last = this.count;
      return;
    }
    const steps = alternativesOf(from).reduce(
      (most, each) => Math.max(most, (this.made.get(each)?.steps ?? 0) + 1),
      (this.made.get(from)?.steps ?? 0) + 1,
    );
    // Renamed keys could form a cycle.
    if (steps <= MAX_STEPS && !this.leadsTo(from, key))
      this.made.set(key, { from, bits, last: this.count, steps });
  }

  /** Whether checks of the value with a key count for another value too: the answer of a predicate, a converted text. */
  isDerived(key: string): boolean {
    return [key, ...alternativesOf(key)].some((each) => (this.made.get(each)?.bits ?? 0) !== 0);
  }

  /** Whether a key is the other key or derived from it. */
  private leadsTo(from: string, key: string): boolean {
    if (from === key) return true;
    const made = this.made.get(from);
    if (made && this.leadsTo(made.from, key)) return true;
    const alternatives = alternativesOf(from);
    return alternatives.length > 1 && alternatives.some((each) => this.leadsTo(each, key));
  }

  /** A fact and the facts that it implies about the origins of its key. */
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

  /** A fact about a join holds for the common origins of all alternatives. */
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
   * The origins of a key, transitively.
   * @param since skips links last added before the count had this value
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
