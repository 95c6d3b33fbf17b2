import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { execFileSync } from "node:child_process";

const server = new McpServer({ name: "media", version: "1.0.0" });

const SIZES = new Set(["640x360", "1280x720"]);
const CLIPS = new Map([["intro", "clips/intro.mp4"]]);

server.registerTool(
  "convert_clip",
  { description: "Convert a clip to another size.", inputSchema: { clip: z.string(), size: z.string() } },
  async ({ clip, size }) => {
    const file = CLIPS.get(clip);
    if (!file || !SIZES.has(size)) throw new Error("refused");
    execFileSync("ffmpeg", ["-i", file, "-s", size, "out.mp4"], { timeout: 60_000 });
    return { content: [{ type: "text", text: "converted" }] };
  },
);

await server.connect(new StdioServerTransport());
