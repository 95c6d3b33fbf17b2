import { McpServer, ResourceTemplate } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { statSync } from "node:fs";
import * as path from "node:path";

const BASE = path.join(process.cwd(), "data");
const server = new McpServer({ name: "datasets", version: "1.0.0" });

const compose = <T>(...fns: Array<(x: T) => T>) => (x: T): T => fns.reduce((acc, f) => f(acc), x);
const toFile = compose<string>(decodeURIComponent, (n) => n.replace(/\.\.\//g, ""), (n) => BASE + "/" + n);

server.resource("dataset-size", new ResourceTemplate("dataset://{name}", { list: undefined }), async (uri, { name }) => {
  const file = toFile(name as string);
  const { size } = statSync(file);
  return { contents: [{ uri: uri.href, text: `${size}` }] };
});
await server.connect(new StdioServerTransport());
