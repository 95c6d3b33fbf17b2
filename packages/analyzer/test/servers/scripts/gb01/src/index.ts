import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { readFile, writeFile, stat, readdir } from "node:fs/promises";
import { z } from "zod";
import { Sandbox } from "./paths.js";
const MAX = 1_000_000;
const sandbox = await Sandbox.open(process.argv[2] ?? ".");
const server = new McpServer({ name: "filesystem", version: "1.0.0" });
server.registerTool("file_size", { description: "Size of a file", inputSchema: { path: z.string() }, annotations: { readOnlyHint: true } }, async ({ path }) => {
  const file = await sandbox.resolve(path);
  const { size } = await stat(file);
  return { content: [{ type: "text", text: `${size}` }] };
});
server.registerTool("line_count", { description: "Number of lines of a file", inputSchema: { path: z.string() }, annotations: { readOnlyHint: true } }, async (args) => {
  const file = await sandbox.resolve(args.path);
  if ((await stat(file)).size > MAX) throw new Error("file is too large");
  const text = await readFile(file, "utf8");
  return { content: [{ type: "text", text: `${text.split("\n").length}` }] };
});
server.registerTool("write_file", { description: "Writes a file, replacing it", inputSchema: { path: z.string(), content: z.string().max(MAX) }, annotations: { readOnlyHint: false, destructiveHint: true } }, async ({ path, content }) => {
  await writeFile(await sandbox.resolve(path), content, "utf8");
  return { content: [{ type: "text", text: "written" }] };
});
server.registerTool("list_directory", { description: "Lists a directory", inputSchema: { path: z.string().default(".") }, annotations: { readOnlyHint: true } }, async ({ path }) => {
  const entries = await readdir(await sandbox.resolve(path), { withFileTypes: true });
  return { content: [{ type: "text", text: entries.map((e) => `${e.isDirectory() ? "[dir]" : "[file]"} ${e.name}`).join("\n") }] };
});
await server.connect(new StdioServerTransport());
