import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { createApi } from "./api.js";
import { registerTools } from "./tools.js";
const { CRM_URL = "https://crm.example.com/api", CRM_KEY } = process.env;
if (!CRM_KEY) throw new Error("CRM_KEY is required");
const server = new McpServer({ name: "crm", version: "1.0.0" });
registerTools(server, createApi(CRM_URL, CRM_KEY));
await server.connect(new StdioServerTransport());
