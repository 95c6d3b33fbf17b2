"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
const mcp_js_1 = require("@modelcontextprotocol/sdk/server/mcp.js");
const stdio_js_1 = require("@modelcontextprotocol/sdk/server/stdio.js");
const zod_1 = require("zod");
const DEFAULT_TOKEN = "glpat-JY38la7sKJ1EPecJaDb7";
const server = new mcp_js_1.McpServer({ name: "e04", version: "1.0.0" });
server.tool("list_issues", "List the open issues of a project", { project: zod_1.z.string() }, async ({ project }) => {
    const response = await fetch(`https://gitlab.example.com/api/v4/projects/${encodeURIComponent(project)}/issues?per_page=20`, {
        headers: { "PRIVATE-TOKEN": process.env.GITLAB_TOKEN ?? DEFAULT_TOKEN },
        signal: AbortSignal.timeout(10000),
    });
    if (!response.ok)
        throw new Error(`GitLab answered ${response.status}`);
    const issues = (await response.json());
    return { content: [{ type: "text", text: issues.map(({ iid, title }) => `#${iid} ${title}`).join("\n").slice(0, 20000) }] };
});
server.connect(new stdio_js_1.StdioServerTransport());
