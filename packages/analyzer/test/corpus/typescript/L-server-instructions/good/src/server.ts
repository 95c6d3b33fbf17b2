import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";

const Args = z.object({ text: z.string().max(5000) });

const server = new Server(
  { name: "casing", version: "1.0.0" },
  {
    capabilities: { tools: {} },
    instructions: "Converts the case of texts of up to 5000 characters. Use upper for headings and lower for identifiers; longer texts have to be split.",
  },
);

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: ["upper", "lower"].map((name) => ({
    name,
    description: `Text in ${name} case`,
    annotations: { readOnlyHint: true },
    inputSchema: {
      type: "object",
      properties: { text: { type: "string", maxLength: 5000 } },
      required: ["text"],
    },
  })),
}));

server.setRequestHandler(CallToolRequestSchema, async (request) => {
  const { text } = Args.parse(request.params.arguments);
  switch (request.params.name) {
    case "upper":
      return { content: [{ type: "text", text: text.toUpperCase() }] };
    case "lower":
      return { content: [{ type: "text", text: text.toLowerCase() }] };
    default:
      throw new Error("Unknown tool");
  }
});

await server.connect(new StdioServerTransport());
