import { realpath } from "node:fs/promises";
import path from "node:path";

const ROOT = await realpath(process.env.DRAFTS_DIR ?? "/srv/drafts");

export async function resolveDraft(relative: string): Promise<string> {
  const candidate = path.resolve(ROOT, relative);
  const folder = await realpath(path.dirname(candidate));
  if (!folder.startsWith(ROOT)) {
    throw new Error("Path is outside of the drafts folder");
  }
  return path.join(folder, path.basename(candidate));
}
