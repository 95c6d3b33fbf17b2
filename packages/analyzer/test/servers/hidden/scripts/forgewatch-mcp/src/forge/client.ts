import { z } from "zod";
import type { ForgeConfig } from "../config.js";
import { Comment, Issue, Milestone } from "./types.js";

const PAGE_SIZE = 30;
const MAX_BYTES = 3 * 1024 * 1024;

export class ForgeError extends Error {}

export class ForgeClient {
  constructor(private readonly config: ForgeConfig) {}

  async issue(number: number): Promise<Issue> {
    return Issue.parse(await this.get(`issues/${number}`));
  }

  async milestones(): Promise<Milestone[]> {
    return z.array(Milestone).parse(await this.get("milestones", { state: "open", limit: "30" }));
  }

  issues(label?: string): AsyncGenerator<Issue> {
    return this.pages("issues", Issue, { state: "open", type: "issues", ...(label ? { labels: label } : {}) });
  }

  comments(issue: number): AsyncGenerator<Comment> {
    return this.pages(`issues/${issue}/comments`, Comment);
  }

  private async *pages<S extends z.ZodTypeAny>(
    path: string,
    schema: S,
    query: Record<string, string> = {},
  ): AsyncGenerator<z.infer<S>> {
    for (let page = 1; page <= 10; page += 1) {
      const rows = z
        .array(schema)
        .parse(await this.get(path, { ...query, page: String(page), limit: String(PAGE_SIZE) }));
      yield* rows;
      if (rows.length < PAGE_SIZE) return;
    }
  }

  private async get(path: string, query: Record<string, string> = {}): Promise<unknown> {
    const url = new URL(`/api/v1/repos/${this.config.repo}/${path}`, this.config.url);
    url.search = new URLSearchParams(query).toString();
    const response = await fetch(url, {
      headers: { Accept: "application/json", Authorization: `token ${this.config.token}` },
      redirect: "error",
      signal: AbortSignal.timeout(12_000),
    });
    if (response.status === 404) throw new ForgeError("There is no such issue.");
    if (!response.ok) throw new ForgeError(`The forge answered ${response.status}.`);

    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength;
      if (size > MAX_BYTES) throw new ForgeError("The answer of the forge is too large.");
      chunks.push(chunk);
    }
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  }
}

export async function take<T>(source: AsyncIterable<T>, count: number): Promise<T[]> {
  const taken: T[] = [];
  for await (const item of source) {
    taken.push(item);
    if (taken.length >= count) break;
  }
  return taken;
}
