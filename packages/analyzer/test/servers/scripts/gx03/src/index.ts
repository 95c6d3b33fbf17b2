import { MCPServer } from "mcp-framework";
new MCPServer().start();
