import { MCPServer } from "mcp-framework";
const server = new MCPServer();
server.start();
