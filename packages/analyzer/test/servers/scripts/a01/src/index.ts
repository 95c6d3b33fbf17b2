import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { GitService } from "./services/git.js";

class App {
  private readonly git: GitService;
  constructor(private readonly server: McpServer, git: GitService) {
    this.git = git;
    this.register();
  }
  private register(): void {
    this.server.registerTool(
      "git_log",
      { description: "Show the commit log of a branch", inputSchema: { branch: z.string(), limit: z.number().int().max(100).default(20) } },
      async ({ branch: ref, limit }) => {
        const out = await this.git.log(ref, limit);
        return { content: [{ type: "text", text: out }] };
      },
    );
  }
}
const server = new McpServer({ name: "git-tools", version: "1.2.0" });
new App(server, new GitService(process.cwd()));
await server.connect(new StdioServerTransport());
