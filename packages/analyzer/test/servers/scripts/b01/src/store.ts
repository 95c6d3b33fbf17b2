import fs from "node:fs/promises";
import path from "node:path";

export interface Note { slug: string; body: string }

export class NoteStore {
  private readonly root: string;
  constructor(options: { root: string }) {
    this.root = path.resolve(options.root);
  }
  private fileFor(slug: string): string {
    return path.join(this.root, `${slug}.md`);
  }
  async save(note: Note): Promise<void> {
    await fs.mkdir(this.root, { recursive: true });
    await fs.writeFile(this.fileFor(note.slug), note.body, "utf8");
  }
}
