import { createHash, type Hash } from 'node:crypto';

/** The algorithms of npm's registries, the strongest first. Old packages have only a SHA-1. */
const ALGORITHMS = ['sha512', 'sha384', 'sha256', 'sha1'] as const;

/**
 * Compares bytes with a digest as npm states it (`sha512-…`, several separated by spaces), by its strongest algorithm.
 */
export class IntegrityCheck {
  private readonly hash: Hash;
  private readonly digests: ReadonlySet<string>;

  private constructor(algorithm: string, digests: readonly string[]) {
    this.hash = createHash(algorithm);
    this.digests = new Set(digests);
  }

  /** Undefined when the text has no digest of a known algorithm. */
  static of(integrity: string): IntegrityCheck | undefined {
    const digests = integrity.split(/\s+/).map((text) => /^([a-z0-9]+)-([A-Za-z0-9+/=]+)/.exec(text));
    for (const algorithm of ALGORITHMS) {
      const found = digests.filter((match) => match?.[1] === algorithm).map((match) => match?.[2] ?? '');
      if (found.length > 0) return new IntegrityCheck(algorithm, found);
    }
    return undefined;
  }

  update(chunk: Uint8Array): void {
    this.hash.update(chunk);
  }

  /** Whether these were the bytes. Called once, at their end. */
  matches(): boolean {
    return this.digests.has(this.hash.digest('base64'));
  }
}
