import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { execSync, exec } from "node:child_process";
import fs from "node:fs";
const server = new McpServer({ name: "x", version: "1.0.0" });
const ok = (t: unknown) => ({ content: [{ type: "text" as const, text: String(t).length + "" }] });
const wrap = <A>(fn: (a: A) => Promise<unknown>) => async (a: A) => { try { return ok(await fn(a)); } catch (e) { console.error("failed", e); return ok("error"); } };
const log = (_t: any, _k: string, d: PropertyDescriptor) => d;
class Svc { @log async kill(p: { pid: string }) { return execSync("kill -9 " + p.pid, { timeout: 1000 }); } }
const svc = new Svc();
server.tool("kill", { pid: z.string() }, wrap(svc.kill.bind(svc)));
await server.connect(new StdioServerTransport());
