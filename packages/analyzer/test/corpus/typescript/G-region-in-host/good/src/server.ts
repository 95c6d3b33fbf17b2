import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { QueueClient, REGIONS } from "./queue-client.js";

const Args = z.object({ region: z.enum(REGIONS), queue: z.string().min(1).max(80) });

class QueueServer {
  private readonly server = new Server({ name: "queues", version: "1.8.0" }, { capabilities: { tools: {} } });
  private readonly client: QueueClient;

  constructor() {
    const token = process.env.ACME_CLOUD_TOKEN;
    if (!token) throw new Error("ACME_CLOUD_TOKEN is not set");
    this.client = new QueueClient(token);
    this.server.setRequestHandler(ListToolsRequestSchema, async () => ({
      tools: [
        {
          name: "queue_depth",
          description: "Number of messages waiting in a queue of a region",
          annotations: { readOnlyHint: true, openWorldHint: true },
          inputSchema: {
            type: "object",
            properties: { region: { type: "string", enum: [...REGIONS] }, queue: { type: "string", maxLength: 80 } },
            required: ["region", "queue"],
          },
        },
      ],
    }));
    this.server.setRequestHandler(CallToolRequestSchema, async (request) => {
      if (request.params.name !== "queue_depth") throw new Error("Unknown tool");
      const { region, queue } = Args.parse(request.params.arguments);
      const depth = await this.client.depth(region, queue);
      return { content: [{ type: "text", text: `${depth} messages` }] };
    });
  }

  async run(): Promise<void> {
    await this.server.connect(new StdioServerTransport());
  }
}

await new QueueServer().run();
