#!/usr/bin/env node
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { createHandlers } from "./handlers.js";
const workspace = process.argv[2];
if (!workspace) {
    console.error("usage: sandbox-writer <workspace>");
    process.exit(1);
}
const handlers = createHandlers(workspace);
const server = new Server({ name: "sandbox-writer", version: "0.2.6" }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, async () => ({
    tools: [
        {
            name: "write_file",
            description: "Create or replace a file of the workspace",
            inputSchema: { type: "object", properties: { path: { type: "string" }, content: { type: "string" } }, required: ["path", "content"] },
            annotations: { destructiveHint: true, idempotentHint: true },
        },
        { name: "workspace_info", description: "Name of the workspace", inputSchema: { type: "object", properties: {} } },
    ],
}));
server.setRequestHandler(CallToolRequestSchema, async (request) => {
    const { name, arguments: args } = request.params;
    if (!Object.hasOwn(handlers, name))
        throw new Error(`Unknown tool: ${name}`);
    try {
        return { content: [{ type: "text", text: await handlers[name](args ?? {}) }] };
    }
    catch (error) {
        return { isError: true, content: [{ type: "text", text: `Error: ${error instanceof Error ? error.message : "failed"}` }] };
    }
});
await server.connect(new StdioServerTransport());
