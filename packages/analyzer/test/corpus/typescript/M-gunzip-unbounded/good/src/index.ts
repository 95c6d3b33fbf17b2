import { FastMCP, UserError } from "fastmcp";
import { z } from "zod";
import { inflate } from "./inflate.js";

const server = new FastMCP({ name: "log-levels", version: "0.3.3" });

const LEVELS = ["ERROR", "WARN", "INFO"];

server.addTool({
  name: "count_levels",
  description: "Count the lines per level of a gzipped, base64 encoded log",
  annotations: { readOnlyHint: true, openWorldHint: false },
  parameters: z.object({ log: z.string().max(2_000_000) }),
  execute: async ({ log }) => {
    try {
      const text = inflate(log);
      const counts = LEVELS.map((level) => `${level}: ${text.split(` ${level} `).length - 1}`);
      return counts.join("\n");
    } catch (err) {
      console.error("log not readable:", (err as NodeJS.ErrnoException).code);
      throw new UserError("The log could not be read");
    }
  },
});

await server.start({ transportType: "stdio" });
