"use strict";
var __importDefault = (this && this.__importDefault) || function (mod) {
    return (mod && mod.__esModule) ? mod : { "default": mod };
};
Object.defineProperty(exports, "__esModule", { value: true });
const mcp_js_1 = require("@modelcontextprotocol/sdk/server/mcp.js");
const stdio_js_1 = require("@modelcontextprotocol/sdk/server/stdio.js");
const promises_1 = __importDefault(require("fs/promises"));
const path_1 = __importDefault(require("path"));
const zod_1 = require("zod");
const ATTACHMENTS = path_1.default.resolve("/var/lib/tickets/attachments");
const server = new mcp_js_1.McpServer({ name: "ticket-attachments", version: "0.4.2" });
server.registerTool("remove_attachment", {
    description: "Removes an attachment of a ticket",
    inputSchema: { name: zod_1.z.string().min(1).max(200) },
    annotations: { destructiveHint: true },
}, async ({ name }) => {
    const file = path_1.default.resolve(ATTACHMENTS, name);
    if (!file.startsWith(ATTACHMENTS + path_1.default.sep))
        throw new Error("there is no such attachment");
    await promises_1.default.unlink(file);
    return { content: [{ type: "text", text: "The attachment is gone." }] };
});
server.connect(new stdio_js_1.StdioServerTransport()).catch((error) => {
    console.error("start failed:", error.message);
    process.exit(1);
});
