import type { Adapter, AdapterPayload } from 'oidc-provider';

// More than the number of concurrent sign-ins. Beyond it, the oldest entries are evicted, so that memory is bounded.
const MAX_ENTRIES = 10_000;

interface Entry {
  readonly payload: AdapterPayload;
  /** Expiry in milliseconds of the clock `now`. */
  readonly endsAt: number;
}

/** The state of a provider under test, in memory. */
export class ProviderState {
  private readonly entries = new Map<string, Entry>();

  constructor(
    private readonly maxEntries = MAX_ENTRIES,
    private readonly now: () => number = () => Date.now(),
  ) {}

  /** The storage adapter of one model of `oidc-provider`. */
  readonly adapterOf = (kind: string): Adapter => {
    const keyOf = (id: string): string => `${kind}:${id}`;
    const uidOf = (uid: string): string => `${kind}-uid:${uid}`;
    const find = (key: string): Promise<AdapterPayload | undefined> => Promise.resolve(this.get(key));
    return {
      upsert: (id, payload, expiresIn) => {
        this.set(keyOf(id), payload, expiresIn);
        if (payload.uid !== undefined) this.set(uidOf(payload.uid), { jti: id }, expiresIn);
        return Promise.resolve();
      },
      find: (id) => find(keyOf(id)),
      findByUid: (uid) => find(keyOf(this.get(uidOf(uid))?.jti ?? '')),
      // Only for the device flow, which is not enabled.
      findByUserCode: () => Promise.resolve(undefined),
      consume: (id) => {
        const payload = this.get(keyOf(id));
        if (payload !== undefined) payload.consumed = Math.floor(this.now() / 1000);
        return Promise.resolve();
      },
      destroy: (id) => {
        this.entries.delete(keyOf(id));
        return Promise.resolve();
      },
      revokeByGrantId: (grantId) => {
        for (const [key, { payload }] of this.entries) {
          if (payload.grantId === grantId) this.entries.delete(key);
        }
        return Promise.resolve();
      },
    };
  };

  private get(key: string): AdapterPayload | undefined {
    const entry = this.entries.get(key);
    return entry !== undefined && entry.endsAt > this.now() ? entry.payload : undefined;
  }

  private set(key: string, payload: AdapterPayload, expiresIn = 0): void {
    this.entries.delete(key);
    this.evict();
    this.entries.set(key, { payload, endsAt: this.now() + expiresIn * 1000 });
  }

  private evict(): void {
    const now = this.now();
    for (const [key, { endsAt }] of this.entries) {
      if (endsAt > now && this.entries.size < this.maxEntries) return;
      this.entries.delete(key);
    }
  }
}
