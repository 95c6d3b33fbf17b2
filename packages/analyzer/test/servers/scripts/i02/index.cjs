const fs = require("fs");
const { McpServer } = require("@modelcontextprotocol/sdk/server/mcp.js");
const { StdioServerTransport } = require("@modelcontextprotocol/sdk/server/stdio.js");
const { z } = require("zod");
const server = new McpServer({ name: "scratch", version: "1.0.0" });
server.tool("stash", "Keep a text for later", { text: z.string().max(10000) }, async ({ text }) => {
  fs.writeFileSync("/tmp/mcp-scratch-" + process.pid + ".txt", text);
  return { content: [{ type: "text", text: "kept" }] };
});
server.connect(new StdioServerTransport());
