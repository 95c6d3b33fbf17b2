import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { MediaError } from "./library.js";

const run = promisify(execFile);

export type Program = "ffmpeg" | "ffprobe";

/** Only these demuxers, so that a playlist in disguise cannot name other files. */
const INPUT_OPTIONS = ["-protocol_whitelist", "file", "-format_whitelist", "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm"];

const LIMITS: Record<Program, { timeout: number; maxBuffer: number }> = {
  ffprobe: { timeout: 10_000, maxBuffer: 1024 * 1024 },
  ffmpeg: { timeout: 60_000, maxBuffer: 1024 * 1024 },
};

let active = 0;
const MAX_ACTIVE = 2;

export async function start(program: Program, before: string[], input: string, after: string[] = []): Promise<string> {
  if (active >= MAX_ACTIVE) throw new MediaError("Other videos are being processed; try again in a moment.");
  active += 1;
  try {
    const args = ["-hide_banner", ...before, ...INPUT_OPTIONS, "-i", `file:${input}`, ...after];
    const { stdout } = await run(program, args, {
      ...LIMITS[program],
      killSignal: "SIGKILL",
      shell: false,
      windowsHide: true,
      env: { PATH: process.env.PATH, LC_ALL: "C.UTF-8" },
    });
    return stdout;
  } catch (err) {
    const failure = err as NodeJS.ErrnoException & { killed?: boolean };
    if (failure.code === "ENOENT") throw new MediaError(`${program} is not installed.`);
    if (failure.killed) throw new MediaError("Processing the video took too long.");
    throw new MediaError("The video could not be processed.");
  } finally {
    active -= 1;
  }
}
