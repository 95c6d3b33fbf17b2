import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { z } from "zod";

const SessionSchema = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  expiresAt: z.number(),
});

export type Session = z.infer<typeof SessionSchema>;

export class SessionStore {
  private readonly file: string;

  constructor(directory: string = path.join(os.tmpdir(), "calbridge")) {
    this.file = path.join(directory, "session.json");
  }

  async load(): Promise<Session | undefined> {
    try {
      return SessionSchema.parse(JSON.parse(await readFile(this.file, "utf8")));
    } catch (err) {
      if ((err as NodeJS.ErrnoException).code !== "ENOENT") {
        console.error("[calbridge] the saved session cannot be used, please sign in again");
      }
      return undefined;
    }
  }

  async save(session: Session): Promise<void> {
    await mkdir(path.dirname(this.file), { recursive: true });
    await writeFile(this.file, JSON.stringify(session));
  }

  async clear(): Promise<void> {
    await rm(this.file, { force: true });
  }
}
