import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { systemInfo } from "./info.js";
const server = new McpServer({ name: "sysinfo", version: "1.0.0" });
server.tool("debug_info", "Debug information", {}, async () => {
  const info = systemInfo();
  return { content: [{ type: "text", text: JSON.stringify(info, null, 2) }] };
});
await server.connect(new StdioServerTransport());
