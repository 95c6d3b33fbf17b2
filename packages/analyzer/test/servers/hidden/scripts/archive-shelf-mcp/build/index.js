#!/usr/bin/env node
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { ZodError } from "zod";
import { loadConfig } from "./config.js";
import { createHandlers } from "./handlers.js";
import { Problem } from "./problems.js";
import { error } from "./results.js";
import { Shelf } from "./shelf.js";
const handlers = createHandlers(new Shelf(loadConfig(process.argv.slice(2), process.env)));
const server = new Server({ name: "archive-shelf", version: "2.0.1" }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, async () => ({
    tools: [...handlers].map(([name, { description, inputSchema }]) => ({ name, description, inputSchema })),
}));
server.setRequestHandler(CallToolRequestSchema, async (request) => {
    const handler = handlers.get(request.params.name);
    if (!handler)
        return error("There is no such tool.");
    try {
        return await handler.handle(request.params.arguments ?? {});
    }
    catch (err) {
        if (err instanceof Problem)
            return error(err.message);
        if (err instanceof ZodError)
            return error("The arguments are not valid.");
        console.error("[archive-shelf]", err instanceof Error ? err.message : "unknown failure");
        return error("The shelf could not be read.");
    }
});
await server.connect(new StdioServerTransport());
