import { FastMCP } from "fastmcp";
import { z } from "zod";
const server = new FastMCP({ name: "settings", version: "1.0.0" });
const lookup = (key: string): string | undefined => process.env[key];
server.addTool({
  name: "get_setting",
  description: "Read a setting",
  parameters: z.object({ setting: z.string() }),
  execute: async ({ setting }) => lookup(setting.toUpperCase()) ?? "unset",
});
server.start({ transportType: "stdio" });
