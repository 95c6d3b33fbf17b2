import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { execSync } from "node:child_process";

const server = new McpServer({ name: "media", version: "1.0.0" });

const FORBIDDEN = ["rm ", "curl", "wget", "sudo"];

server.registerTool(
  "convert_clip",
  { description: "Convert a clip to another size.", inputSchema: { clip: z.string(), size: z.string() } },
  async ({ clip, size }) => {
    const line = `ffmpeg -i clips/${clip} -s ${size} out.mp4`;
    if (FORBIDDEN.some((word) => line.includes(word))) throw new Error("refused");
    execSync(line, { timeout: 60_000 });
    return { content: [{ type: "text", text: "converted" }] };
  },
);

await server.connect(new StdioServerTransport());
