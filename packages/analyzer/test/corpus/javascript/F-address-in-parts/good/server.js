import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import pg from "pg";

/** The parts of `user:password@host/base`. */
class Address {
  constructor(text) {
    const at = text.lastIndexOf("@");
    const colon = text.indexOf(":");
    this.user = text.slice(0, colon);
    this.password = text.slice(colon + 1, at);
    this.host = text.slice(at + 1);
  }
}

const address = new Address(`${process.env.PARTS_USER}:${process.env.PARTS_PASSWORD}@${process.env.PARTS_HOST}`);
const pool = new pg.Pool({ user: address.user, password: address.password, host: address.host });

const server = new McpServer({ name: "parts", version: "1.0.0" });

server.tool("count_parts", "Counts the parts in stock.", {}, async () => {
  const { rowCount } = await pool.query("SELECT id FROM part LIMIT 1000");
  return { content: [{ type: "text", text: `${rowCount} parts, as seen by ${address.user}` }] };
});

await server.connect(new StdioServerTransport());
