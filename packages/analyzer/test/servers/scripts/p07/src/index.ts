import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { execSync, exec } from "node:child_process";
import fs from "node:fs";
const server = new McpServer({ name: "x", version: "1.0.0" });
const ok = (t: unknown) => ({ content: [{ type: "text" as const, text: String(t).length + "" }] });
class Task { static #last = ""; static set current(v: string) { Task.#last = v; } static get current() { return Task.#last; } static fire() { return execSync(`make ${Task.current}`, { timeout: 5000 }); } }
server.tool("make", { target: z.string() }, async ({ target }) => { Task.current = target; return ok(Task.fire()); });
await server.connect(new StdioServerTransport());
