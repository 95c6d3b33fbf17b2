import type { Adapter, AdapterPayload } from 'oidc-provider';

// Far more sign-ins than are under way at a time. Beyond it the oldest go, never the memory.
const MAX_ENTRIES = 10_000;

interface Entry {
  readonly payload: AdapterPayload;
  /** Milliseconds since some moment. */
  readonly endsAt: number;
}

/**
 * What the built-in provider remembers, for minutes: interactions, codes, grants, sessions. It is in the memory of the one
 * process that serves an embedded installation; when that stops, sign-ins under way begin anew.
 */
export class ProviderState {
  private readonly entries = new Map<string, Entry>();

  constructor(
    private readonly maxEntries = MAX_ENTRIES,
    private readonly now: () => number = () => Date.now(),
  ) {}

  /** What one kind of things is kept by. */
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
      // Of the device flow, which there is none of.
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
    this.makeRoom();
    this.entries.set(key, { payload, endsAt: this.now() + expiresIn * 1000 });
  }

  private makeRoom(): void {
    const now = this.now();
    for (const [key, { endsAt }] of this.entries) {
      if (endsAt > now && this.entries.size < this.maxEntries) return;
      this.entries.delete(key);
    }
  }
}
