#!/usr/bin/env node
import { MCPServer } from "mcp-framework";
import { chatConfig } from "./config.js";
import { log } from "./log.js";

chatConfig();

const server = new MCPServer({ name: "teampulse", version: "0.5.0" });

server.start().catch((err: unknown) => {
  log("could not start", { reason: err instanceof Error ? err.message : "unknown" });
  process.exit(1);
});
