import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { produce } from "../output.js";
import { start } from "../programs.js";
import { MediaTool } from "./tool.js";

const WIDTHS = { small: 320, medium: 640, large: 1280 } as const;
const size = z.enum(["small", "medium", "large"]).default("medium");
const video = z.string().min(1).max(500).describe("Name as shown by list_videos");
const at = z.number().min(0).max(86_400).default(1).describe("Position in seconds");

const frameSchema = z.object({ video, at, size });

export class GrabFrame extends MediaTool<typeof frameSchema> {
  readonly name = "grab_frame";
  readonly description = "Shows one frame of a video.";
  readonly schema = frameSchema;

  async execute(args: z.infer<typeof frameSchema>) {
    const input = await this.library.locate(args.video);
    const file = await produce(this.config.output, "jpg", async (target) => {
      const scale = `scale=${WIDTHS[args.size]}:-2`;
      const encode = ["-frames:v", "1", "-vf", scale, "-q:v", "4", "-f", "mjpeg", `file:${target}`];
      await start("ffmpeg", ["-nostdin", "-v", "error", "-n", "-ss", args.at.toFixed(3)], input, encode);
    });
    const data = (await readFile(file)).toString("base64");
    return [...this.text(`Saved as ${path.basename(file)}`), { type: "image" as const, data, mimeType: "image/jpeg" }];
  }
}

const previewSchema = z.object({ video, at, size, seconds: z.number().min(1).max(10).default(4) });

export class MakePreview extends MediaTool<typeof previewSchema> {
  readonly name = "make_preview";
  readonly description = "Makes an animated preview of a few seconds of a video.";
  readonly schema = previewSchema;

  async execute(args: z.infer<typeof previewSchema>) {
    const input = await this.library.locate(args.video);
    const file = await produce(this.config.output, "gif", async (target) => {
      const filter = `fps=8,scale=${WIDTHS[args.size]}:-2`;
      const before = ["-nostdin", "-v", "error", "-n", "-ss", args.at.toFixed(3), "-t", args.seconds.toFixed(3)];
      await start("ffmpeg", before, input, ["-an", "-vf", filter, "-f", "gif", `file:${target}`]);
    });
    return this.text(`Saved as ${path.basename(file)}`);
  }
}
