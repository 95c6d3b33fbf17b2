import { McpServer, ResourceTemplate } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { readdirSync, statSync } from "node:fs";
import * as path from "node:path";
const BASE = path.join(process.cwd(), "data");
const server = new McpServer({ name: "datasets", version: "1.0.0" });
server.resource("dataset-size", new ResourceTemplate("dataset://{name}", { list: undefined }), async (uri, { name }) => {
  const known = readdirSync(BASE).find((f) => f === name);
  if (!known) throw new Error("no such dataset");
  return { contents: [{ uri: uri.href, text: `${statSync(path.join(BASE, known)).size}` }] };
});
server.resource("dataset-age", new ResourceTemplate("age://{name}", { list: undefined }), async (uri, { name }) => {
  const file = path.join(BASE, path.basename(String(name)));
  return { contents: [{ uri: uri.href, text: `${Date.now() - statSync(file).mtimeMs}` }] };
});
await server.connect(new StdioServerTransport());
