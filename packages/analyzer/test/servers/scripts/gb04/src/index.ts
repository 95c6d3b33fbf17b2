import { FastMCP } from "fastmcp";
import { z } from "zod";
import AdmZip from "adm-zip";
import { promises as fsp } from "node:fs";
import path from "node:path";
const WORK = path.resolve("workspace");
const server = new FastMCP({ name: "unzipper", version: "1.0.0" });
async function extractAll(zipPath: string): Promise<number> {
  const entries = new AdmZip(zipPath).getEntries().filter((e) => !e.isDirectory);
  if (entries.length > 500) throw new Error("too many entries");
  if (entries.reduce((n, e) => n + e.header.size, 0) > 20_000_000) throw new Error("archive is too large");
  for (const entry of entries) {
    const dest = path.resolve(WORK, entry.entryName);
    if (!dest.startsWith(`${WORK}${path.sep}`)) throw new Error(`entry outside of the workspace: ${entry.entryName}`);
    await fsp.mkdir(path.dirname(dest), { recursive: true });
    await fsp.writeFile(dest, entry.getData());
  }
  return entries.length;
}
server.addTool({
  name: "extract_bundle",
  description: "Extract one of the known bundles",
  parameters: z.object({ bundle: z.enum(["fonts.zip", "icons.zip"]) }),
  execute: async ({ bundle }) => `${await extractAll(path.join(WORK, bundle))} files`,
});
server.start({ transportType: "stdio" });
