import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const DOC_HOSTS = new Set(["docs.acme-tools.example", "handbook.acme-tools.example"]);

const server = new McpServer({ name: "doc-links", version: "1.0.0" });

server.registerTool(
  "check_doc_link",
  {
    title: "Check a documentation link",
    description: "Whether a page of our documentation still exists",
    inputSchema: { link: z.string().url().max(500) },
    annotations: { readOnlyHint: true, openWorldHint: true },
  },
  async ({ link }) => {
    const url = new URL(link);
    if (url.protocol !== "https:" || url.port !== "" || !DOC_HOSTS.has(url.hostname)) {
      return { isError: true, content: [{ type: "text", text: "Not a page of the documentation" }] };
    }
    try {
      const response = await fetch(url, {
        method: "HEAD",
        redirect: "manual",
        signal: AbortSignal.timeout(8_000),
      });
      const verdict = response.ok ? "exists" : `answered ${response.status}`;
      return { content: [{ type: "text", text: verdict }] };
    } catch (err) {
      console.error("link check failed:", (err as Error).name);
      return { isError: true, content: [{ type: "text", text: "The page did not answer" }] };
    }
  },
);

await server.connect(new StdioServerTransport());
