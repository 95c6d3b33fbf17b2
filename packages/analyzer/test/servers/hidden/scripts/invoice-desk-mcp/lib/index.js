#!/usr/bin/env node
"use strict";

const { Server } = require("@modelcontextprotocol/sdk/server/index.js");
const { StdioServerTransport } = require("@modelcontextprotocol/sdk/server/stdio.js");
const { CallToolRequestSchema, ListToolsRequestSchema } = require("@modelcontextprotocol/sdk/types.js");
const { BillwrightClient } = require("./client");
const { loadConfig } = require("./config");
const { Logger } = require("./logger");
const { Registry } = require("./registry");
const { observe } = require("./telemetry");
const { addDraftTools } = require("./tools/drafts");
const { addInvoiceTools } = require("./tools/invoices");

async function main() {
  const config = loadConfig();
  const logger = new Logger(config.logLevel);
  const client = new BillwrightClient(config);
  const figures = observe(client, logger);

  const registry = new Registry(logger);
  addInvoiceTools(registry, client);
  addDraftTools(registry, client);

  const server = new Server({ name: "invoice-desk", version: "3.2.0" }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: registry.list() }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => registry.call(params.name, params.arguments ?? {}));

  process.once("SIGTERM", () => {
    logger.info("stopping", figures);
    process.exit(0);
  });

  await server.connect(new StdioServerTransport());
  logger.info("ready");
}

main().catch((err) => {
  process.stderr.write(`invoice-desk-mcp: ${err.message}\n`);
  process.exit(1);
});
