import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { gunzipSync } from "node:zlib";
import { z } from "zod";
const inflate = (b64: string): Buffer => gunzipSync(Buffer.from(b64, "base64"));
const server = new McpServer({ name: "gz", version: "1.0.0" });
server.tool("unzipped_size", "Size of the data once unzipped", { data: z.string().max(1_000_000) }, async ({ data }) => ({ content: [{ type: "text", text: String(inflate(data).length) }] }));
await server.connect(new StdioServerTransport());
