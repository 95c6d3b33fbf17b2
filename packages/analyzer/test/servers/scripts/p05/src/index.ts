import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { execSync, exec } from "node:child_process";
import fs from "node:fs";
const server = new McpServer({ name: "x", version: "1.0.0" });
const ok = (t: unknown) => ({ content: [{ type: "text" as const, text: String(t).length + "" }] });
const queue: string[] = [];
function drain() { while (queue.length) { const job = queue.shift()!; execSync("convert " + job, { timeout: 5000 }); } }
server.tool("enqueue", { file: z.string() }, async ({ file }) => { queue.push(file); drain(); return ok("queued"); });
await server.connect(new StdioServerTransport());
