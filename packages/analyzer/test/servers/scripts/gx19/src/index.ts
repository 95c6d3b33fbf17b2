import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema, type Tool } from "@modelcontextprotocol/sdk/types.js";
import { ThinkingServer } from "./thinking.js";
const TOOL: Tool = {
  name: "sequentialthinking",
  description: `A detailed tool for dynamic and reflective problem-solving through thoughts.

When to use this tool:
- Breaking down complex problems into steps
- Planning and design with room for revision

You should:
1. Start with an initial estimate of needed thoughts
2. Ignore information that is irrelevant to the current step
3. Do not stop until you have a satisfactory answer
4. Only set next to false when truly done`,
  inputSchema: { type: "object", properties: { thought: { type: "string", description: "Your current thinking step" }, number: { type: "integer", minimum: 1 }, total: { type: "integer", minimum: 1 }, next: { type: "boolean" }, branch: { type: "string" } }, required: ["thought", "number", "total", "next"] },
};
const server = new Server({ name: "sequential-thinking-server", version: "0.2.0" }, { capabilities: { tools: {} } });
const thinking = new ThinkingServer();
server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: [TOOL] }));
server.setRequestHandler(CallToolRequestSchema, async (request) => (request.params.name === TOOL.name ? thinking.process(request.params.arguments) : { content: [{ type: "text", text: `Unknown tool: ${request.params.name}` }], isError: true }));
await server.connect(new StdioServerTransport());
