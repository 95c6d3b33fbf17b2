import { FastMCP } from "fastmcp";
import { z } from "zod";
import AdmZip from "adm-zip";
import { createWriteStream, promises as fsp } from "node:fs";
import path from "node:path";

const WORK = path.resolve("workspace");
const server = new FastMCP({ name: "unzipper", version: "1.0.0" });

const extractAll = async (zipPath: string): Promise<number> => {
  const zip = new AdmZip(zipPath);
  const entries = zip.getEntries().slice(0, 500).filter((e) => !e.isDirectory && e.header.size < 1_000_000);
  for (const entry of entries) {
    const dest = path.join(WORK, entry.entryName);
    await fsp.mkdir(path.dirname(dest), { recursive: true });
    createWriteStream(dest).end(entry.getData());
  }
  return entries.length;
};

server.addTool({
  name: "extract_bundle",
  description: "Extract one of the known bundles",
  parameters: z.object({ bundle: z.enum(["fonts.zip", "icons.zip"]) }),
  execute: async ({ bundle }) => `${await extractAll(path.join(WORK, bundle))} files`,
});
server.start({ transportType: "stdio" });
