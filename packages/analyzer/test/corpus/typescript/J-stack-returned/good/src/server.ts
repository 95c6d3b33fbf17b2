import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { wrap } from "./wrap.js";

const server = new McpServer({ name: "calendar-math", version: "1.1.0" });

server.registerTool(
  "days_between",
  {
    description: "Number of days between two dates",
    inputSchema: { from: z.string().max(10), to: z.string().max(10) },
    annotations: { readOnlyHint: true },
  },
  wrap("days_between", async ({ from, to }: { from: string; to: string }) => {
    const days = (Date.parse(to) - Date.parse(from)) / 86_400_000;
    if (Number.isNaN(days)) throw new RangeError("Dates look like 2024-01-31");
    return { content: [{ type: "text", text: String(Math.round(days)) }] };
  }),
);

await server.connect(new StdioServerTransport());
