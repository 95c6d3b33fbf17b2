import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import axios from "axios";
import { z } from "zod";

const records = axios.create({ timeout: 5000, maxContentLength: 100_000 });

class Reply {
  constructor(response) {
    this.response = response;
  }

  get body() {
    return this.response.data;
  }
}

function checkLength(address) {
  if (address.length > 2000) throw new Error(`too long: ${address}`);
}

async function ask(address) {
  try {
    checkLength(address);
    return new Reply(await records.get(address, { maxRedirects: 0 }));
  } catch (error) {
    if (error.response) return new Reply({ data: { next: error.message.slice(10) } });
    throw error;
  }
}

const server = new McpServer({ name: "parcels", version: "1.0.0" });

server.tool("count_events", "Counts the events of a parcel.", { parcel: z.string() }, async ({ parcel }) => {
  const found = await ask(`https://parcels.example.com/v1/parcels/${parcel}/history`);
  const history = await ask(found.body.next);
  return { content: [{ type: "text", text: String(history.body.events.length) }] };
});

await server.connect(new StdioServerTransport());
