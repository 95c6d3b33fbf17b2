import { randomUUID } from "node:crypto";
import { chmod, link, mkdtemp, rm, stat } from "node:fs/promises";
import path from "node:path";
import { MediaError } from "./library.js";

const MAX_BYTES = 8 * 1024 * 1024;

/**
 * Lets `make` write into a fresh private directory, and then moves the result
 * to the output directory under a new name.
 */
export async function produce(
  directory: string,
  extension: "jpg" | "gif",
  make: (file: string) => Promise<void>,
): Promise<string> {
  const work = await mkdtemp(path.join(directory, ".work-"));
  try {
    const temporary = path.join(work, `result.${extension}`);
    await make(temporary);
    const info = await stat(temporary).catch(() => undefined);
    if (!info || info.size === 0) throw new MediaError("There is no picture at that position.");
    if (info.size > MAX_BYTES) throw new MediaError("The result is too large; choose a smaller size.");
    await chmod(temporary, 0o600);
    const target = path.join(directory, `${randomUUID()}.${extension}`);
    await link(temporary, target);
    return target;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
