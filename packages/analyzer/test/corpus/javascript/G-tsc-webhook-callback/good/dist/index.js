"use strict";
var __importDefault = (this && this.__importDefault) || function (mod) {
    return (mod && mod.__esModule) ? mod : { "default": mod };
};
Object.defineProperty(exports, "__esModule", { value: true });
const mcp_js_1 = require("@modelcontextprotocol/sdk/server/mcp.js");
const stdio_js_1 = require("@modelcontextprotocol/sdk/server/stdio.js");
const axios_1 = __importDefault(require("axios"));
const zod_1 = require("zod");
const RECEIVERS = new Set(["hooks.example.com", "ci.example.com"]);
const jobs = new Map();
const server = new mcp_js_1.McpServer({ name: "jobs", version: "1.3.0" });
server.registerTool("notify_job", {
    description: "Sends the state of a job to a callback address",
    inputSchema: { job: zod_1.z.string().max(40), callback: zod_1.z.string().url().max(500) },
    annotations: { openWorldHint: true },
}, async ({ job, callback }) => {
    const state = jobs.get(job);
    if (!state)
        return { content: [{ type: "text", text: "no such job" }], isError: true };
    const target = new URL(callback);
    if (target.protocol !== "https:" || !RECEIVERS.has(target.hostname)) {
        return { content: [{ type: "text", text: "callbacks go to our own receivers only" }], isError: true };
    }
    await axios_1.default.post(target.href, { job, state: state.state }, { timeout: 5000, maxRedirects: 0 });
    return { content: [{ type: "text", text: "sent" }] };
});
server.connect(new stdio_js_1.StdioServerTransport()).catch((error) => {
    console.error("start failed:", error.message);
    process.exit(1);
});
