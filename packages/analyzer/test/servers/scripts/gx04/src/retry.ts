import { setTimeout as sleep } from "node:timers/promises";
export async function retry<T>(fn: (attempt: number) => Promise<T>, { attempts = 3, baseMs = 200 } = {}): Promise<T> {
  let last: unknown;
  for (let i = 0; i < attempts; i++) {
    try {
      return await fn(i);
    } catch (e) {
      last = e;
      await sleep(baseMs * 2 ** i);
    }
  }
  throw last;
}
