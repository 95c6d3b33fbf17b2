import { createConnection } from "node:net";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const server = new McpServer({ name: "uptime", version: "0.4.0" });

server.registerTool(
  "service_up",
  {
    description: "Whether one of our public services accepts connections",
    inputSchema: { host: z.string().min(1).max(253), port: z.number().int().min(1).max(65535) },
    annotations: { readOnlyHint: true, openWorldHint: true },
  },
  async ({ host, port }) => {
    const up = await new Promise<boolean>((resolve) => {
      const socket = createConnection({ host, port, timeout: 3_000 });
      const finish = (result: boolean) => {
        socket.destroy();
        resolve(result);
      };
      socket.once("connect", () => finish(true));
      socket.once("timeout", () => finish(false));
      socket.once("error", () => finish(false));
    });
    return { content: [{ type: "text", text: up ? "up" : "down" }] };
  },
);

await server.connect(new StdioServerTransport());
