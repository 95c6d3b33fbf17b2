import fs from "node:fs/promises";
import path from "node:path";
const SLUG = /^[a-z0-9][a-z0-9-]{0,63}$/;
export class NoteStore {
  private readonly root: string;
  constructor(options: { root: string }) {
    this.root = path.resolve(options.root);
  }
  private fileFor(slug: string): string {
    if (!SLUG.test(slug)) throw new Error("A slug has lower-case letters, digits and dashes only");
    return path.join(this.root, `${slug}.md`);
  }
  async save(note: { slug: string; body: string }): Promise<void> {
    await fs.mkdir(this.root, { recursive: true });
    await fs.writeFile(this.fileFor(note.slug), note.body, { encoding: "utf8", flag: "wx" });
  }
}
