import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { PulseError, type Pulse } from "./pulse.js";

async function result(load: () => Promise<unknown>) {
  try {
    return { content: [{ type: "text" as const, text: JSON.stringify(await load(), null, 2) }] };
  } catch (err) {
    if (!(err instanceof PulseError)) console.error("[pulseboard]", err instanceof Error ? err.message : "unknown failure");
    const text = err instanceof PulseError ? err.message : "Pulseboard could not be read.";
    return { content: [{ type: "text" as const, text }], isError: true };
  }
}

export function buildServer(pulse: Pulse): McpServer {
  const server = new McpServer({ name: "pulseboard", version: "0.9.2" });

  server.registerTool(
    "service_states",
    {
      description: "Lists the services and their present state.",
      inputSchema: { state: z.enum(["up", "degraded", "down", "unknown"]).optional() },
    },
    ({ state }) =>
      result(async () => (await pulse.services()).filter((service) => state === undefined || service.state === state)),
  );

  server.registerTool(
    "service_history",
    {
      description: "Shows the state and latency of one service over the last hours.",
      inputSchema: {
        service: z.string().regex(/^[a-z0-9-]{1,60}$/),
        hours: z.number().int().min(1).max(72).default(6),
      },
    },
    ({ service, hours }) => result(() => pulse.history(service, hours)),
  );

  server.registerTool("open_incidents", { description: "Lists the incidents that are still open." }, () =>
    result(() => pulse.incidents()),
  );

  return server;
}
