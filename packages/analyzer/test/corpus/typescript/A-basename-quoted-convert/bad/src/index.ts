import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { ImageService } from "./image-service.js";

const ConvertArgs = z.object({
  file: z.string().min(1).max(200),
  quality: z.number().int().min(1).max(100).default(80),
});

const images = new ImageService(process.env.IMAGE_DIR ?? "/srv/images");

const server = new Server({ name: "webp-tools", version: "0.3.1" }, { capabilities: { tools: {} } });

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [
    {
      name: "to_webp",
      description: "Convert a PNG or JPEG of the image folder to WebP",
      annotations: { destructiveHint: false, idempotentHint: true },
      inputSchema: {
        type: "object",
        properties: {
          file: { type: "string", maxLength: 200, description: "File name, for example logo.png" },
          quality: { type: "integer", minimum: 1, maximum: 100 },
        },
        required: ["file"],
      },
    },
  ],
}));

server.setRequestHandler(CallToolRequestSchema, async (request) => {
  switch (request.params.name) {
    case "to_webp": {
      const args = ConvertArgs.parse(request.params.arguments);
      const target = await images.toWebp(args.file, args.quality);
      return { content: [{ type: "text", text: `Wrote ${target}` }] };
    }
    default:
      throw new Error("Unknown tool");
  }
});

await server.connect(new StdioServerTransport());
