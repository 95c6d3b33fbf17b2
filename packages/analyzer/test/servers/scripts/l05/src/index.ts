import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { add, addSchema } from "./tools.js";
const server = new McpServer({ name: "math", version: "1.0.0" });
server.tool("add", "Add two numbers", addSchema, add);
await server.connect(new StdioServerTransport());
