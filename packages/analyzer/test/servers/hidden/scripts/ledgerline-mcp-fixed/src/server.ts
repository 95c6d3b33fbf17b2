import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { ZodError } from "zod";
import { ApiError } from "./api.js";
import { mayUse } from "./auth.js";
import { findCharges, getCharge } from "./tools/charges.js";
import { listPayouts, refundCharge } from "./tools/money.js";
import type { ToolContext, ToolSpec } from "./tools/types.js";

const tools = new Map<string, ToolSpec>(
  [findCharges, getCharge, listPayouts, refundCharge].map((tool) => [tool.name, tool]),
);

function explain(err: unknown): string {
  if (err instanceof ApiError) return err.message;
  if (err instanceof ZodError) {
    return `Invalid arguments: ${err.issues.map((issue) => issue.path.join(".")).join(", ")}`;
  }
  console.error("[ledgerline] tool failed:", err instanceof Error ? err.message : "unknown error");
  return "The request could not be completed.";
}

export function createServer(ctx: ToolContext): Server {
  const server = new Server({ name: "ledgerline", version: "2.1.1" }, { capabilities: { tools: {} } });

  server.setRequestHandler(ListToolsRequestSchema, async () => ({
    tools: [...tools.values()]
      .filter((tool) => mayUse(ctx.principal, tool.roles))
      .map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
  }));

  server.setRequestHandler(CallToolRequestSchema, async (request) => {
    const tool = tools.get(request.params.name);
    if (!tool || !mayUse(ctx.principal, tool.roles)) {
      return { content: [{ type: "text", text: "There is no such tool." }], isError: true };
    }
    try {
      const args = tool.schema.parse(request.params.arguments ?? {});
      const result = await tool.run(args, ctx);
      return { content: [{ type: "text", text: JSON.stringify(result, null, 2) }] };
    } catch (err) {
      return { content: [{ type: "text", text: explain(err) }], isError: true };
    }
  });

  return server;
}
