import { z } from "zod";
import type { Config } from "./config.js";

export class PulseError extends Error {}

const State = z.enum(["up", "degraded", "down", "unknown"]);
const name = z.string().regex(/^[a-z0-9-]{1,60}$/);

const Services = z.array(z.object({ name, state: State, since: z.string().datetime() })).max(500);
const History = z.array(z.object({ at: z.string().datetime(), state: State, latencyMs: z.number() })).max(500);
const Incidents = z
  .array(z.object({ id: z.number().int(), service: name, severity: z.enum(["minor", "major", "critical"]), openedAt: z.string().datetime() }))
  .max(100);

/** Reads from Pulseboard. Only the fields above are passed on. */
export class Pulse {
  constructor(private readonly config: Pick<Config, "apiUrl" | "apiKey">) {}

  services() {
    return this.get("/api/services", {}, Services);
  }

  history(service: string, hours: number) {
    return this.get(`/api/services/${encodeURIComponent(service)}/history`, { hours: String(hours) }, History);
  }

  incidents() {
    return this.get("/api/incidents", { open: "true" }, Incidents);
  }

  private async get<S extends z.ZodTypeAny>(path: string, query: Record<string, string>, schema: S): Promise<z.infer<S>> {
    const url = new URL(path, this.config.apiUrl);
    url.search = new URLSearchParams(query).toString();
    const response = await fetch(url, {
      headers: { Accept: "application/json", Authorization: `Bearer ${this.config.apiKey}` },
      redirect: "error",
      signal: AbortSignal.timeout(8_000),
    });
    if (response.status === 404) throw new PulseError("There is no such service.");
    if (!response.ok) throw new PulseError(`Pulseboard answered ${response.status}.`);
    return schema.parse(await response.json());
  }
}
