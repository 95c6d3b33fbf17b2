import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { spawn } from "node:child_process";
import vm from "node:vm";
import Handlebars from "handlebars";
import yaml from "js-yaml";
const TEMPLATES = { report: Handlebars.compile("Report for {{name}}: {{count}}"), mail: Handlebars.compile("Dear {{name}}") };
const server = new McpServer({ name: "render", version: "2.0.0" });
server.tool("render_template", "Render one of our templates", { template: z.enum(["report", "mail"]), data: z.string().max(10_000) }, async ({ template, data }) => {
  const values = z.object({ name: z.string(), count: z.number().optional() }).parse(yaml.load(data, { schema: yaml.JSON_SCHEMA }));
  return { content: [{ type: "text", text: TEMPLATES[template](values) }] };
});
server.tool("check_syntax", "Checks that a script parses; it is never run", { code: z.string().max(20_000) }, async ({ code }) => {
  const child = spawn(process.execPath, ["--check", "-"], { stdio: ["pipe", "ignore", "pipe"], timeout: 5000 });
  child.stdin.end(code);
  const status = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { content: [{ type: "text", text: status === 0 ? "valid" : "invalid" }] };
});
const ctx = vm.createContext({ Math });
server.tool("pi", "The number pi", {}, async () => ({ content: [{ type: "text", text: String(vm.runInContext("Math.PI", ctx, { timeout: 50 })) }] }));
await server.connect(new StdioServerTransport());
