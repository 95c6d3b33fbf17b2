import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { execFile } from "node:child_process";
import { z } from "zod";
/** Commands that the agent may run; everything else is refused. */
const ALLOWED_COMMANDS = new Set(["ls", "pwd", "whoami", "date", "uptime"]);
const server = new McpServer({ name: "safe-shell", version: "1.4.0" });
server.tool("run_command", "Run one of ls, pwd, whoami, date, uptime", { command: z.string() }, { readOnlyHint: true }, async ({ command }) => {
  if (!ALLOWED_COMMANDS.has(command)) {
    return { isError: true, content: [{ type: "text", text: `Command not allowed. Allowed: ${[...ALLOWED_COMMANDS].join(", ")}` }] };
  }
  const output = await new Promise<string>((resolve, reject) => {
    execFile(command, [], { timeout: 5000, maxBuffer: 100_000 }, (error, stdout) => (error ? reject(error) : resolve(stdout)));
  });
  return { content: [{ type: "text", text: output }] };
});
await server.connect(new StdioServerTransport());
