import type { Issue } from './decision-issues.repository.js';

/** What identifies the bytes of an issue. */
type Key = Pick<Issue, 'orgId' | 'environment' | 'revision' | 'contentDigest' | 'basis'>;

const keyOf = ({ orgId, environment }: Key): string => JSON.stringify([orgId, environment]);

/** Keeps the envelopes that were used last, within a bound of their size: one for each organization and environment. */
export class IssueCache {
  /** The one used last is last. */
  private readonly entries = new Map<string, { readonly of: Key; readonly body: Buffer }>();

  /** @param maxBytes of all together; the one that was stored last is always kept */
  constructor(private readonly maxBytes = 128 * 1024 * 1024) {}

  find(issue: Key): Buffer | undefined {
    const key = keyOf(issue);
    const found = this.entries.get(key);
    if (found === undefined || found.of.revision !== issue.revision) return undefined;
    if (found.of.contentDigest !== issue.contentDigest || found.of.basis !== issue.basis) return undefined;
    this.entries.delete(key);
    this.entries.set(key, found);
    return found.body;
  }

  store(of: Key, body: Buffer): void {
    this.entries.delete(keyOf(of));
    this.entries.set(keyOf(of), { of, body });
    let bytes = [...this.entries.values()].reduce((sum, each) => sum + each.body.length, 0);
    for (const [oldest, each] of this.entries) {
      if (bytes <= this.maxBytes || this.entries.size === 1) return;
      bytes -= each.body.length;
      this.entries.delete(oldest);
    }
  }
}
