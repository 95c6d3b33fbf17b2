import { FastMCP, imageContent } from "fastmcp";
import { z } from "zod";
import sharp from "sharp";
import path from "node:path";
import fs from "node:fs/promises";
const ROOTS = (process.env.IMAGE_ROOTS ?? ".").split(path.delimiter).map((r) => path.resolve(r));
async function validatePath(p: string): Promise<string> {
  const absolute = path.isAbsolute(p) ? path.resolve(p) : path.resolve(process.cwd(), p);
  const real = await fs.realpath(absolute);
  const allowed = ROOTS.some((root) => real === root || real.startsWith(root + path.sep));
  if (!allowed) throw new Error("Access denied");
  return real;
}
const server = new FastMCP({ name: "images", version: "1.0.0" });
server.addTool({
  name: "image_size",
  description: "Width and height of an image",
  annotations: { readOnlyHint: true },
  parameters: z.object({ file: z.string() }),
  execute: async ({ file }, { log }) => {
    const valid = await validatePath(file);
    const meta = await sharp(await fs.readFile(valid), { limitInputPixels: 50_000_000 }).metadata();
    log.info("measured");
    return `${meta.width}x${meta.height}`;
  },
});
server.addTool({
  name: "thumbnail",
  description: "Makes a thumbnail",
  annotations: { readOnlyHint: true },
  parameters: z.object({ file: z.string(), width: z.number().int().min(16).max(512) }),
  execute: async ({ file, width }) => {
    const buffer = await sharp(await fs.readFile(await validatePath(file))).resize({ width }).png().toBuffer();
    return imageContent({ buffer });
  },
});
server.start({ transportType: "stdio" });
