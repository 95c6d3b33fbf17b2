import { execFile } from "child_process";
import { promisify } from "util";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const execFileAsync = promisify(execFile);

const workTree = process.env.WORK_TREE ?? process.cwd();

const server = new McpServer({ name: "diffstat", version: "1.0.0" });

server.registerTool(
  "diff_size",
  {
    title: "Diff size",
    description: "Number of files and lines changed since a revision",
    inputSchema: { revision: z.string().min(1).max(100) },
    annotations: { readOnlyHint: true },
  },
  async ({ revision }) => {
    const { stdout } = await execFileAsync("git", ["diff", "--numstat", revision], {
      cwd: workTree,
      timeout: 20_000,
      maxBuffer: 4 * 1024 * 1024,
    });
    let files = 0;
    let added = 0;
    let removed = 0;
    for (const line of stdout.split("\n")) {
      const [plus, minus] = line.split("\t");
      if (minus === undefined) continue;
      files += 1;
      added += Number(plus) || 0;
      removed += Number(minus) || 0;
    }
    return { content: [{ type: "text", text: `${files} files, +${added} -${removed}` }] };
  },
);

await server.connect(new StdioServerTransport());
