import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
const escapeRegExp = (s: string) => s.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const DOCS = ["intro to hooks", "state and effects", "context"];
const MAX_WIDTH = 200;
const server = new McpServer({ name: "text", version: "1.0.0" });
server.tool("highlight", "Highlights a word", { word: z.string().max(40) }, async ({ word }) => {
  const re = new RegExp(`\\b${escapeRegExp(word)}\\b`, "gi");
  return { content: [{ type: "text", text: DOCS.map((d) => d.replace(re, "**$&**")).join("\n") }] };
});
server.tool("banner", "Banner line", { width: z.number().int().min(1), char: z.string().length(1) }, async ({ width, char }) => {
  const w = Math.min(width, MAX_WIDTH);
  return { content: [{ type: "text", text: char.repeat(w) }] };
});
server.tool("sequence", "Numbers from 1 to n", { n: z.number().int().min(1).max(500) }, async ({ n }) => ({ content: [{ type: "text", text: Array.from({ length: n }, (_, i) => i + 1).join(" ") }] }));
server.tool("is_email", "Checks an address", { address: z.string().max(254) }, async ({ address }) => ({ content: [{ type: "text", text: /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address) ? "yes" : "no" }] }));
server.tool("find_numbers", "Finds the numbers in a text", { text: z.string().max(5000) }, async ({ text }) => {
  const re = /-?\d+/g;
  const found: string[] = [];
  for (let m = re.exec(text); m !== null; m = re.exec(text)) found.push(m[0]);
  return { content: [{ type: "text", text: found.join(",") }] };
});
await server.connect(new StdioServerTransport());
