"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
const index_js_1 = require("@modelcontextprotocol/sdk/server/index.js");
const stdio_js_1 = require("@modelcontextprotocol/sdk/server/stdio.js");
const types_js_1 = require("@modelcontextprotocol/sdk/types.js");
const child_process_1 = require("child_process");
const server = new index_js_1.Server({ name: "a02", version: "1.0.0" }, { capabilities: { tools: {} } });
server.setRequestHandler(types_js_1.ListToolsRequestSchema, async () => ({
    tools: [
        {
            name: "ping_host",
            description: "Ping a host and return the round trip times",
            inputSchema: {
                type: "object",
                properties: { host: { type: "string" }, count: { type: "number" } },
                required: ["host"],
            },
        },
    ],
}));
function buildCommand(host, count) {
    return `ping -c ${count} ${host}`;
}
function ping(args) {
    const count = Math.min(Number(args.count ?? 3), 10);
    return (0, child_process_1.execSync)(buildCommand(String(args.host), count), { timeout: 20000 }).toString();
}
server.setRequestHandler(types_js_1.CallToolRequestSchema, async (request) => {
    const { name, arguments: args } = request.params;
    if (name !== "ping_host")
        throw new Error("unknown tool");
    return { content: [{ type: "text", text: ping(args ?? {}) }] };
});
server.connect(new stdio_js_1.StdioServerTransport());
