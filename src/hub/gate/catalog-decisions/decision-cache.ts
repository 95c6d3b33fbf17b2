import { currentTime } from '../../../common/values/clock.js';
import type { Decided } from './decided.js';

/** Decisions and the revision of what they depend on. */
export interface CachedDecision {
  readonly revision: string;
  readonly decided: Decided;
  /** Keys of the environments that the policies name: for all others, the decisions are the same. */
  readonly environments: ReadonlySet<string>;
}

const MAX_ENTRIES = 64;

/** Keeps the decisions that were used last, within bounds of their number and size. */
export class DecisionCache {
  /** The one used last is last. */
  private readonly entries = new Map<string, CachedDecision>();

  /**
   * @param maxVersions the sum of the numbers of versions
   * @param now in milliseconds
   */
  constructor(
    private readonly maxVersions = 400_000,
    private readonly now: () => number = currentTime,
  ) {}

  /** The decisions as of this revision; undefined if they are not known or the time has changed them. */
  find(key: string, revision: string): CachedDecision | undefined {
    const found = this.entries.get(key);
    if (found === undefined || found.revision !== revision) return undefined;
    if (found.decided.nextChange <= this.now()) return undefined;
    this.entries.delete(key);
    this.entries.set(key, found);
    return found;
  }

  store(key: string, decision: CachedDecision): void {
    this.entries.delete(key);
    this.entries.set(key, decision);
    let versions = [...this.entries.values()].reduce((sum, { decided }) => sum + decided.versions, 0);
    for (const [oldest, { decided }] of this.entries) {
      if (this.entries.size <= 1 || (this.entries.size <= MAX_ENTRIES && versions <= this.maxVersions))
        return;
      versions -= decided.versions;
      this.entries.delete(oldest);
    }
  }
}
