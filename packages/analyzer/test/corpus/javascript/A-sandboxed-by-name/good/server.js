import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";


const server = new McpServer({ name: "forms", version: "1.0.0" });

const RULES = { required: (value) => value !== "", short: (value) => value.length < 80 };

server.tool(
  "run_code",
  "Runs a rule on a field.",
  { code: z.enum(["required", "short"]), field: z.string() },
  async ({ code, field }) => ({ content: [{ type: "text", text: JSON.stringify(RULES[code](field)) }] }),
);

await server.connect(new StdioServerTransport());
