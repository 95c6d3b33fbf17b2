#!/usr/bin/env node
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { loadConfig } from "./config.js";
import { ForgeClient } from "./forge/client.js";
import { registerDiscussionTool } from "./tools/discussion.js";
import { registerIssueTools } from "./tools/issues.js";
import { registerMilestoneTool } from "./tools/milestones.js";

const forge = new ForgeClient(loadConfig());
const server = new McpServer({ name: "forgewatch", version: "0.7.1" });

registerIssueTools(server, forge);
registerDiscussionTool(server, forge);
registerMilestoneTool(server, forge);

await server.connect(new StdioServerTransport());
