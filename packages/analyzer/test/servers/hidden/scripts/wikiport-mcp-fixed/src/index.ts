#!/usr/bin/env node
import { MCPServer } from "mcp-framework";
import { wikiConfig } from "./config.js";

wikiConfig();

const server = new MCPServer({ name: "wikiport", version: "0.3.1" });

server.start().catch((err: unknown) => {
  console.error("[wikiport]", err instanceof Error ? err.message : "could not start");
  process.exit(1);
});
