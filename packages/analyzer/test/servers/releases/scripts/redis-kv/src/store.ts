import { Redis } from "ioredis";

export interface Store {
  get(key: string): Promise<string | null>;
  set(key: string, value: string, ttlSeconds: number): Promise<void>;
  remove(key: string): Promise<boolean>;
  keys(prefix: string, limit: number): Promise<string[]>;
}

export class RedisStore implements Store {
  private readonly client: Redis;

  constructor(url: string, private readonly namespace: string) {
    this.client = new Redis(url, { commandTimeout: 5000, connectTimeout: 5000, maxRetriesPerRequest: 2 });
    this.client.on("error", (e: NodeJS.ErrnoException) => console.error("redis:", e.code ?? "error"));
  }

  private k(key: string): string {
    return `${this.namespace}:${key}`;
  }

  get(key: string) {
    return this.client.get(this.k(key));
  }

  async set(key: string, value: string, ttlSeconds: number) {
    await this.client.set(this.k(key), value, "EX", ttlSeconds);
  }

  async remove(key: string) {
    return (await this.client.del(this.k(key))) === 1;
  }

  async keys(prefix: string, limit: number) {
    const found: string[] = [];
    const start = this.namespace.length + 1;
    let cursor = "0";
    for (let round = 0; round < 100 && found.length < limit; round++) {
      const [next, batch] = await this.client.scan(cursor, "MATCH", `${this.k(prefix)}*`, "COUNT", 200);
      found.push(...batch.map((b) => b.slice(start)));
      cursor = next;
      if (cursor === "0") break;
    }
    return found.slice(0, limit);
  }
}
