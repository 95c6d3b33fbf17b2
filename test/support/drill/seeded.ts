import { createHash } from 'node:crypto';
import { randomFrom } from '../random.mjs';

/** Choices from a seed: the same seed and purpose give the same sequence. */
export class Seeded {
  private readonly next: () => number;

  constructor(seed: number, purpose: string) {
    this.next = randomFrom(createHash('sha256').update(`${seed} ${purpose}`).digest().readUInt32BE());
  }

  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.next() * items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }

  /** One of several by their weights. */
  weighted<T extends { readonly weight: number }>(items: readonly T[]): T {
    let rest = this.next() * items.reduce((sum, { weight }) => sum + weight, 0);
    for (const item of items) {
      rest -= item.weight;
      if (rest < 0) return item;
    }
    return this.pick(items);
  }

  shuffled<T>(items: readonly T[]): T[] {
    return items
      .map((item) => ({ item, rank: this.next() }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ item }) => item);
  }
}
