import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { SnippetStore } from "./snippet-store.js";

class SnippetServer {
  private readonly mcp = new McpServer({ name: "snippets", version: "0.8.4" });

  constructor(private readonly store: SnippetStore) {
    this.mcp.registerTool(
      "save_snippet",
      {
        description: "Save a code snippet under a name, replacing the former one",
        inputSchema: { name: z.string().min(1).max(100), code: z.string().max(50_000) },
        annotations: { destructiveHint: true, idempotentHint: true },
      },
      async ({ name, code }) => {
        await this.store.save(name, code);
        return { content: [{ type: "text", text: "Saved" }] };
      },
    );
  }

  start(): Promise<void> {
    return this.mcp.connect(new StdioServerTransport());
  }
}

await new SnippetServer(new SnippetStore(process.env.SNIPPET_DIR ?? "/var/lib/snippets")).start();
