"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
const mcp_js_1 = require("@modelcontextprotocol/sdk/server/mcp.js");
const stdio_js_1 = require("@modelcontextprotocol/sdk/server/stdio.js");
const zod_1 = require("zod");
const handlers_1 = require("./handlers");
const ctx = { uploadDir: process.env.UPLOAD_DIR || "/srv/uploads" };
const server = new mcp_js_1.McpServer({ name: "uploads", version: "1.0.3" });
server.tool("upload", "Upload a file", { filename: zod_1.z.string(), content: zod_1.z.string().max(1000000) }, async (params) => {
    const r = await (0, handlers_1.handleUpload)(params, ctx);
    return { content: [{ type: "text", text: "stored " + r.path }] };
});
server.connect(new stdio_js_1.StdioServerTransport());
