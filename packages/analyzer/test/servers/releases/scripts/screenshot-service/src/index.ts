#!/usr/bin/env node
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { closeBrowser } from "./browser.js";
import { capture } from "./capture.js";

const server = new McpServer({ name: "screenshot-service", version: "2.0.0" });
let busy = 0;

server.registerTool(
  "take_screenshot",
  {
    description: "Open an address in a headless browser and return a picture of it",
    inputSchema: {
      address: z.string().min(4).max(2000),
      width: z.number().int().min(320).max(1920).default(1280),
      height: z.number().int().min(240).max(1080).default(800),
    },
    annotations: { readOnlyHint: true, openWorldHint: true },
  },
  async (args) => {
    if (busy >= 3) return { isError: true, content: [{ type: "text", text: "busy, try again later" }] };
    busy++;
    try {
      return { content: [{ type: "image", data: await capture(args), mimeType: "image/png" }] };
    } catch {
      console.error("take_screenshot failed");
      return { isError: true, content: [{ type: "text", text: "the page could not be opened" }] };
    } finally {
      busy--;
    }
  },
);

process.on("SIGINT", () => void closeBrowser().finally(() => process.exit(0)));
await server.connect(new StdioServerTransport());
