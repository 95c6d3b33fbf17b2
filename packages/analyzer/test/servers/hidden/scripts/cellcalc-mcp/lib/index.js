#!/usr/bin/env node
"use strict";

const { Server } = require("@modelcontextprotocol/sdk/server/index.js");
const { StdioServerTransport } = require("@modelcontextprotocol/sdk/server/stdio.js");
const { CallToolRequestSchema, ListToolsRequestSchema } = require("@modelcontextprotocol/sdk/types.js");
const registry = require("./registry");

const server = new Server({ name: "cellcalc", version: "2.2.1" }, { capabilities: { tools: {} } });

server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: registry.list() }));
server.setRequestHandler(CallToolRequestSchema, async ({ params }) => registry.call(params.name, params.arguments ?? {}));

server.connect(new StdioServerTransport()).catch((err) => {
  console.error("[cellcalc]", err.message);
  process.exit(1);
});
