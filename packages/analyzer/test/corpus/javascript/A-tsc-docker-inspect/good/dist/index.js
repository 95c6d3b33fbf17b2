"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
const mcp_js_1 = require("@modelcontextprotocol/sdk/server/mcp.js");
const stdio_js_1 = require("@modelcontextprotocol/sdk/server/stdio.js");
const child_process_1 = require("child_process");
const zod_1 = require("zod");
const TIMEOUT_MS = 15000;
const MAX_CHARACTERS = 20000;
const server = new mcp_js_1.McpServer({ name: "containers", version: "2.1.0" });
function asText(value) {
    return { content: [{ type: "text", text: value.slice(0, MAX_CHARACTERS) }] };
}
server.registerTool("inspect_container", {
    description: "Shows the configuration of a container",
    inputSchema: { container: zod_1.z.string().max(128).regex(/^[a-zA-Z0-9][a-zA-Z0-9_.-]*$/) },
    annotations: { openWorldHint: false },
}, ({ container }) => new Promise((resolve, reject) => {
    (0, child_process_1.execFile)("docker", ["inspect", "--type", "container", container], { timeout: TIMEOUT_MS }, (error, stdout) => {
        if (error)
            reject(new Error("docker could not inspect the container"));
        else
            resolve(asText(stdout));
    });
}));
server.connect(new stdio_js_1.StdioServerTransport()).catch((error) => {
    console.error("start failed:", error.message);
    process.exit(1);
});
