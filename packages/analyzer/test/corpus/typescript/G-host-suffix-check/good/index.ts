import got from "got";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const PARENT = "acme-assets.example";

const server = new McpServer({ name: "asset-size", version: "1.3.2" });

server.tool(
  "asset_size",
  "Size in bytes of a file on the asset hosts",
  { url: z.string().url().max(400) },
  { readOnlyHint: true, openWorldHint: true },
  async ({ url }) => {
    const parsed = new URL(url);
    const known = parsed.hostname === PARENT || parsed.hostname.endsWith(`.${PARENT}`);
    if (parsed.protocol !== "https:" || parsed.port !== "" || !known) {
      return { isError: true, content: [{ type: "text", text: "Not an asset host" }] };
    }
    const response = await got.head(parsed, {
      followRedirect: false,
      retry: { limit: 0 },
      timeout: { request: 8_000 },
      throwHttpErrors: false,
    });
    const size = Number(response.headers["content-length"]);
    return { content: [{ type: "text", text: Number.isFinite(size) ? `${size} bytes` : "unknown" }] };
  },
);

await server.connect(new StdioServerTransport());
