import { mkdir, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import AdmZip from "adm-zip";
import { FastMCP, UserError } from "fastmcp";
import { z } from "zod";

const INBOX = path.resolve(process.env.THEME_INBOX ?? "inbox");
const THEMES = path.resolve(process.env.THEME_DIR ?? "themes");
const MAX_ARCHIVE = 5 * 1024 * 1024;
const MAX_ENTRY = 1024 * 1024;

const server = new FastMCP({ name: "theme-installer", version: "1.2.0" });

server.addTool({
  name: "unpack_theme",
  description: "Unpack a theme of the inbox into the theme folder, replacing files of the same name",
  annotations: { readOnlyHint: false, destructiveHint: true },
  parameters: z.object({ theme: z.string().regex(/^[a-z0-9-]{1,40}$/) }),
  execute: async ({ theme }) => {
    const archive = path.join(INBOX, `${theme}.zip`);
    if ((await stat(archive)).size > MAX_ARCHIVE) throw new UserError("Archive too large");
    const base = path.join(THEMES, theme);
    const entries = new AdmZip(archive).getEntries().filter((entry) => !entry.isDirectory);
    if (entries.length > 200 || entries.some(({ header }) => header.size === 0 || header.size > MAX_ENTRY)) {
      throw new UserError("The archive has empty, large or too many files");
    }
    for (const entry of entries) {
      const target = path.join(base, entry.entryName);
      await mkdir(path.dirname(target), { recursive: true });
      await writeFile(target, entry.getData());
    }
    return `Unpacked ${entries.length} files`;
  },
});

await server.start({ transportType: "stdio" });
