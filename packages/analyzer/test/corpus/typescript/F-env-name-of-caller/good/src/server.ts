import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";
import { readSetting } from "./settings.js";

const Args = z.object({ name: z.string().min(1).max(40) });

const server = new Server({ name: "locale-info", version: "0.1.0" }, { capabilities: { tools: {} } });

server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [
    {
      name: "get_setting",
      description: "Value of a locale setting such as LANG or TZ",
      annotations: { readOnlyHint: true },
      inputSchema: {
        type: "object",
        properties: { name: { type: "string", maxLength: 40 } },
        required: ["name"],
      },
    },
  ],
}));

server.setRequestHandler(CallToolRequestSchema, async (request) => {
  if (request.params.name !== "get_setting") throw new Error("Unknown tool");
  const { name } = Args.parse(request.params.arguments);
  const value = readSetting(name);
  return { content: [{ type: "text", text: value ?? "not set" }] };
});

await server.connect(new StdioServerTransport());
