import { Neutral } from './taint.js';
import type { Fact } from './value.js';
import { alternativesOf } from './value-keys.js';

/** What is shown of the value with a key. */
type Shown = Extract<Fact, { readonly neutral: number }>;

/** A key that was made of another one, and which checks count for that one too. */
export interface KeyLink {
  readonly key: string;
  readonly from: string;
  readonly bits: number;
}

/** What the keys of values were made of, so that what is checked of one is known of the other. */
export class KeyOrigins {
  private readonly made = new Map<string, { readonly from: string; readonly bits: number }>();

  add({ key, from, bits }: KeyLink): void {
    if (key !== from && !this.made.has(key)) this.made.set(key, { from, bits });
  }

  /** A fact, and what it says of the values that its own is made of. */
  *implied(fact: Shown): Generator<Shown> {
    yield* this.impliedByEach(fact);
    let { key, neutral } = fact;
    for (;;) {
      yield { key, neutral };
      const made = this.made.get(key);
      if (!made || (made.bits & neutral) === 0) return;
      key = made.from;
      neutral &= made.bits | Neutral.HOP;
    }
  }

  /** What is shown of either of several values holds for what all of them were made of. */
  private *impliedByEach(fact: Shown): Generator<Shown> {
    const alternatives = alternativesOf(fact.key);
    if (alternatives.length === 1) return;
    const [first, ...others] = alternatives.map(
      (key) => new Map([...this.implied({ ...fact, key })].map((each) => [each.key, each.neutral])),
    );
    for (const [key, bits] of first ?? []) {
      const common = others.reduce((all, each) => all & (each.get(key) ?? 0), bits);
      if (common !== 0) yield { key, neutral: common };
    }
  }

  /** What a key was made of, and what that was made of in turn. */
  *linksOf(key: string | undefined): Generator<KeyLink> {
    for (const each of key === undefined ? [] : alternativesOf(key)) {
      const made = this.made.get(each);
      if (made) {
        yield { key: each, ...made };
        yield* this.linksOf(made.from);
      } else if (each !== key) yield* this.linksOf(each);
    }
  }
}
