import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import axios from "axios";
const http = axios.create({ baseURL: "https://issues.example.com/api", timeout: 5000 });
const list = async () => (await http.get("/latest")).data.items;
const server = new Server({ name: "issues", version: "1.0.0" }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: [{ name: "latest_issues", description: "Latest issues", inputSchema: { type: "object", properties: {} } }] }));
server.setRequestHandler(CallToolRequestSchema, async () => {
  const items = await list();
  const content = items.slice(0, 10).map(({ title, body }) => ({ type: "text", text: `# ${title}\n${body}` }));
  return { content };
});
await server.connect(new StdioServerTransport());
