import type { Logger } from "pino";
export interface HttpClient { get<T>(path: string, query?: Record<string, string | number>): Promise<T> }
export class FetchClient implements HttpClient {
  constructor(private readonly base: string, private readonly token: string, private readonly log: Logger) {}
  async get<T>(path: string, query: Record<string, string | number> = {}): Promise<T> {
    const url = new URL(path, this.base);
    Object.entries(query).forEach(([k, v]) => url.searchParams.set(k, String(v)));
    this.log.debug({ path: url.pathname }, "request");
    const res = await fetch(url, { headers: { authorization: `Token ${this.token}` }, signal: AbortSignal.timeout(5000) });
    if (!res.ok) throw new Error(`HTTP ${res.status}`);
    return (await res.json()) as T;
  }
}
