import { wikiConfig, type WikiConfig } from "../config.js";
import { WikiError } from "./errors.js";

export type Query = Record<string, string | number>;

export class WikiClient {
  constructor(private readonly config: WikiConfig = wikiConfig()) {}

  async json<T>(path: string, query: Query = {}): Promise<T> {
    return JSON.parse(await this.get(path, "application/json", query)) as T;
  }

  markdown(path: string): Promise<string> {
    return this.get(path, "text/markdown");
  }

  private async get(path: string, accept: string, query: Query = {}): Promise<string> {
    const url = this.resolve(path);
    for (const [name, value] of Object.entries(query)) {
      url.searchParams.set(name, String(value));
    }
    const response = await fetch(url, {
      headers: { Accept: accept, Authorization: `Bearer ${this.config.token}` },
      redirect: "error",
      signal: AbortSignal.timeout(this.config.timeoutMs),
    });
    if (response.status === 404) throw new WikiError("There is no such page.");
    if (response.status === 401 || response.status === 403) {
      throw new WikiError("The token may not read this page.");
    }
    if (!response.ok) throw new WikiError(`The wiki answered ${response.status}.`);
    return this.readLimited(response);
  }

  /** `new URL("//host/…", base)` leaves the wiki, so the result is compared with it. */
  private resolve(path: string): URL {
    const url = new URL(path, this.config.base);
    if (url.origin !== this.config.base.origin || url.username !== "" || url.password !== "") {
      throw new WikiError("The path does not belong to the wiki.");
    }
    return url;
  }

  private async readLimited(response: Response): Promise<string> {
    const decoder = new TextDecoder();
    let text = "";
    let size = 0;
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength;
      text += decoder.decode(chunk, { stream: true });
      if (size > this.config.maxBytes) {
        return `${text.slice(0, this.config.maxBytes)}\n[cut off]`;
      }
    }
    return text + decoder.decode();
  }
}
