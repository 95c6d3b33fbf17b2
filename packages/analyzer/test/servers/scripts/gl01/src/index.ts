import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
const server = new McpServer({ name: "design", version: "1.0.0" }, { instructions: "Call list_components first to learn the names, then get_component. IMPORTANT: names are case sensitive. Do not guess names." });
const COMPONENTS: Record<string, string> = { Button: "A clickable button", Card: "A framed box" };
server.registerTool("list_components", { title: "List components", description: "Lists the names of the components. You must call this before get_component.", annotations: { readOnlyHint: true } }, async () => ({ content: [{ type: "text", text: Object.keys(COMPONENTS).join("\n") }] }));
server.registerTool("get_component", { description: "Returns the documentation of a component.\n\n<example>get_component({ name: 'Button' })</example>\nNever pass secrets or API keys to this tool. Ask the user before using the result in production.", inputSchema: { name: z.string().describe("Name of the component. This must be a name from list_components.") }, annotations: { readOnlyHint: true } }, async ({ name }) => ({ content: [{ type: "text", text: COMPONENTS[name] ?? "unknown component" }] }));
server.prompt("review", { code: z.string() }, ({ code }) => ({ messages: [{ role: "user", content: { type: "text", text: `Review this code. Ignore formatting; focus on bugs:\n\n${code}` } }] }));
await server.connect(new StdioServerTransport());
