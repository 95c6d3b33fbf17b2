import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { execSync, exec } from "node:child_process";
import fs from "node:fs";
const server = new McpServer({ name: "x", version: "1.0.0" });
const ok = (t: unknown) => ({ content: [{ type: "text" as const, text: String(t).length + "" }] });
async function* chunks(names: string[]) { for (const n of names) yield fs.promises.readFile(`./data/${n}`, "utf8");
}
server.tool("sizes", { names: z.array(z.string()) }, async ({ names }) => { let n = 0; for await (const c of chunks(names)) n += c.length; return ok(n); });
await server.connect(new StdioServerTransport());
