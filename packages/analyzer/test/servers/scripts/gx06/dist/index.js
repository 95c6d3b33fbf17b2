"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
const mcp_js_1 = require("@modelcontextprotocol/sdk/server/mcp.js");
const stdio_js_1 = require("@modelcontextprotocol/sdk/server/stdio.js");
const child_process_1 = require("child_process");
const util_1 = require("util");
const zod_1 = require("zod");
const execFileAsync = (0, util_1.promisify)(child_process_1.execFile);
const FORMATS = { png: ["-T", "png"], svg: ["-T", "svg"] };
const server = new mcp_js_1.McpServer({ name: "gx06", version: "1.0.0" });
server.tool("graphviz_version", "Show which renderer is installed", { format: zod_1.z.enum(["png", "svg"]) }, async ({ format }) => {
    const { stderr } = await execFileAsync("dot", [...FORMATS[format], "-V"], { timeout: 10000 });
    return { content: [{ type: "text", text: stderr.slice(0, 500) }] };
});
server.connect(new stdio_js_1.StdioServerTransport());
