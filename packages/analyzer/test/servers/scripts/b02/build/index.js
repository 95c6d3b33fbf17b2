import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import * as fs from "fs";
import * as path from "path";
class DocsServer {
    constructor() {
        this.root = path.resolve(process.argv[2] || ".");
        this.server = new Server({ name: "docs-server", version: "0.1.0" }, { capabilities: { tools: {} } });
        this.setupHandlers();
        this.server.onerror = (error) => console.error("[MCP Error]", error);
    }
    setupHandlers() {
        this.server.setRequestHandler(ListToolsRequestSchema, async () => ({
            tools: [{ name: "delete_doc", description: "Delete a document", annotations: { destructiveHint: true }, inputSchema: { type: "object", properties: { file: { type: "string" } }, required: ["file"] } }],
        }));
        this.server.setRequestHandler(CallToolRequestSchema, async (request) => {
            var _a;
            const file = (_a = request.params.arguments) === null || _a === void 0 ? void 0 : _a.file;
            const full = path.resolve(this.root, file);
            if (!full.startsWith(this.root)) {
                throw new Error("outside of the documents directory");
            }
            fs.unlinkSync(full);
            return { content: [{ type: "text", text: "deleted" }] };
        });
    }
    async run() {
        await this.server.connect(new StdioServerTransport());
    }
}
new DocsServer().run().catch(console.error);
