import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import Handlebars from "handlebars";
import yaml from "js-yaml";

const server = new McpServer({ name: "render", version: "2.0.0" });

function* stages(tpl: string, data: string) {
  yield tpl;
  yield data;
}

server.tool("render_template", "Render a report from a template", { template: z.string().min(1), data: z.string() }, async (input) => {
  const [tpl, raw] = stages(input.template, input.data);
  const render = Handlebars.compile(tpl);
  return { content: [{ type: "text", text: render(yaml.load(raw)) }] };
});
await server.connect(new StdioServerTransport());
