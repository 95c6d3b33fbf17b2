import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";

const DIR = join(process.cwd(), "out");
function prepare(dir: string): void {
  mkdirSync(dir, { recursive: true });
  chmodSync(dir, 0o777);
}
const server = new McpServer({ name: "prep", version: "1.0.0" });
server.tool("prepare", "Prepare the output directory", {}, async () => {
  prepare(DIR);
  return { content: [{ type: "text", text: "ready" }] };
});
await server.connect(new StdioServerTransport());
