import { readFile } from "node:fs/promises";
import { request, type Agent } from "node:https";
import type { KubeConfig } from "../config.js";
import { createAgent } from "./agent.js";

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 8 * 1024 * 1024;

export class KubeError extends Error {}

export type Params = Record<string, string | number | boolean | undefined>;

export class KubeApi {
  private readonly agent: Agent;

  constructor(private readonly config: KubeConfig) {
    this.agent = createAgent(config);
  }

  async json<T>(group: string, resource: string, params: Params = {}): Promise<T> {
    return JSON.parse(await this.get(group, resource, params, "application/json")) as T;
  }

  text(group: string, resource: string, params: Params = {}): Promise<string> {
    return this.get(group, resource, params, "*/*");
  }

  private async get(group: string, resource: string, params: Params, accept: string): Promise<string> {
    const url = new URL(`/${group}/namespaces/${this.config.namespace}/${resource}`, this.config.server);
    for (const [name, value] of Object.entries(params)) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    // Projected tokens are rotated, so the file is read each time.
    const token = (await readFile(this.config.tokenFile, "utf8")).trim();

    return new Promise((resolve, reject) => {
      const req = request(
        url,
        {
          agent: this.agent,
          headers: { Accept: accept, Authorization: `Bearer ${token}` },
          signal: AbortSignal.timeout(TIMEOUT_MS),
        },
        (res) => {
          const chunks: Buffer[] = [];
          let size = 0;
          res.on("data", (chunk: Buffer) => {
            size += chunk.length;
            if (size > MAX_BYTES) {
              req.destroy(new KubeError("The answer of the API server is too large."));
              return;
            }
            chunks.push(chunk);
          });
          res.on("error", reject);
          res.on("end", () => {
            if (res.statusCode === 200) resolve(Buffer.concat(chunks).toString("utf8"));
            else reject(new KubeError(explainStatus(res.statusCode)));
          });
        },
      );
      req.on("error", reject);
      req.end();
    });
  }
}

function explainStatus(status: number | undefined): string {
  switch (status) {
    case 401:
      return "The API server did not accept the token.";
    case 403:
      return "The service account may not read this.";
    case 404:
      return "There is no such object.";
    default:
      return `The API server answered ${status ?? "nothing"}.`;
  }
}
