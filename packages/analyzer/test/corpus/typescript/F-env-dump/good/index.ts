import os from "node:os";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";

const server = new McpServer({ name: "runtime-info", version: "1.0.0" });
const started = Date.now();

server.registerTool(
  "diagnostics",
  {
    title: "Diagnostics",
    description: "Version, platform and settings of this server, for bug reports",
    inputSchema: {},
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  async () => {
    const report = {
      node: process.version,
      platform: os.platform(),
      uptimeSeconds: Math.round((Date.now() - started) / 1000),
      memoryMb: Math.round(process.memoryUsage().rss / 1_048_576),
      env: {
        nodeEnv: process.env.NODE_ENV === "production" ? "production" : "other",
        proxyConfigured: Boolean(process.env.HTTPS_PROXY),
      },
    };
    return { content: [{ type: "text", text: JSON.stringify(report, null, 2) }] };
  },
);

await server.connect(new StdioServerTransport());
