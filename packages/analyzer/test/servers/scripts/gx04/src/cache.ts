export class TtlCache<K, V> {
  private readonly items = new Map<K, { value: V; expires: number }>();
  constructor(private readonly max: number, private readonly ttl: number) {}
  get(key: K): V | undefined {
    const hit = this.items.get(key);
    if (!hit) return undefined;
    if (hit.expires < Date.now()) {
      this.items.delete(key);
      return undefined;
    }
    return hit.value;
  }
  set(key: K, value: V): void {
    if (this.items.size >= this.max) this.items.delete(this.items.keys().next().value as K);
    this.items.set(key, { value, expires: Date.now() + this.ttl });
  }
}
