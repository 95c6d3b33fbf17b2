#!/usr/bin/env node
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
const hex = (n: number) => Math.round(n).toString(16).padStart(2, "0");
const server = new McpServer({ name: "colors", version: "1.0.4" });
server.tool("rgb_to_hex", "Converts RGB to hex", { r: z.number().min(0).max(255), g: z.number().min(0).max(255), b: z.number().min(0).max(255) }, async ({ r, g, b }) => ({ content: [{ type: "text", text: `#${[r, g, b].map(hex).join("")}` }] }));
server.tool("random_color", "Gives a random colour", {}, async () => ({ content: [{ type: "text", text: `#${Math.floor(Math.random() * 0xffffff).toString(16)}` }] }));
await server.connect(new StdioServerTransport());
