import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { execSync, exec } from "node:child_process";
import fs from "node:fs";
const server = new McpServer({ name: "x", version: "1.0.0" });
const ok = (t: unknown) => ({ content: [{ type: "text" as const, text: String(t).length + "" }] });
abstract class Base { constructor(protected readonly bin: string) {} protected abstract args(i: any): string; run(i: any) { return execSync(`${this.bin} ${this.args(i)}`, { timeout: 5000 });
} }
class Ping extends Base { constructor() { super("ping -c 1"); } protected args({ host }: any) { return host; } }
const ping = new Ping();
server.tool("ping", { host: z.string() }, async (a) => ok(ping.run(a)));
await server.connect(new StdioServerTransport());
