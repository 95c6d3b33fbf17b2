import path from "node:path";
import fse from "fs-extra";

export class SnippetStore {
  constructor(private readonly dir: string) {}

  private fileFor(name: string): string {
    const cleaned = name.replace("../", "").trim();
    return path.join(this.dir, `${cleaned}.txt`);
  }

  async save(name: string, code: string): Promise<void> {
    await fse.outputFile(this.fileFor(name), code, { encoding: "utf8", mode: 0o600 });
  }
}
