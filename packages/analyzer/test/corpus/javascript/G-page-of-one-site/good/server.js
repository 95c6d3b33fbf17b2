import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";


const server = new McpServer({ name: "wiki", version: "1.0.0" });

server.tool("fetch_page", "Fetches a page of the wiki and counts its words.", { url: z.string() }, async ({ url }) => {
  if (new URL(url).origin !== "https://wiki.example.org") throw new Error("not a page of the wiki");
  const page = await fetch(url, { signal: AbortSignal.timeout(5000), redirect: "error" });
  return { content: [{ type: "text", text: String((await page.text()).split(/\s/).length) }] };
});

await server.connect(new StdioServerTransport());
