import { FastMCP } from "fastmcp";
import { z } from "zod";
const server = new FastMCP({ name: "pattern", version: "1.0.0" });
const makeRow = (width: number, ch: string): string => ch.repeat(width);
server.addTool({
  name: "banner",
  description: "Make a banner line",
  parameters: z.object({ width: z.number(), char: z.string().length(1) }),
  execute: async ({ width, char }) => makeRow(width, char),
});
server.start({ transportType: "stdio" });
