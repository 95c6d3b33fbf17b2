#!/usr/bin/env node
"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
const mcp_js_1 = require("@modelcontextprotocol/sdk/server/mcp.js");
const stdio_js_1 = require("@modelcontextprotocol/sdk/server/stdio.js");
const config_1 = require("./config");
const store_1 = require("./store");
const reading_1 = require("./tools/reading");
const search_1 = require("./tools/search");
async function main() {
    const store = new store_1.VaultStore((0, config_1.loadConfig)());
    const server = new mcp_js_1.McpServer({ name: "vault-notes", version: "1.3.0" });
    (0, reading_1.registerReadingTools)(server, store);
    (0, search_1.registerSearchTools)(server, store);
    await server.connect(new stdio_js_1.StdioServerTransport());
}
main().catch((err) => {
    console.error("[vault-notes]", err instanceof Error ? err.message : "could not start");
    process.exit(1);
});
