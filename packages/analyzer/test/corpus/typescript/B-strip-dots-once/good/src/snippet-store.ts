import path from "node:path";
import fse from "fs-extra";

const NAME = /^[a-z0-9][a-z0-9_-]{0,99}$/i;

export class SnippetStore {
  constructor(private readonly dir: string) {}

  private fileFor(name: string): string {
    if (!NAME.test(name)) throw new Error("Names consist of letters, digits, _ and -");
    return path.join(this.dir, `${name}.txt`);
  }

  async save(name: string, code: string): Promise<void> {
    await fse.outputFile(this.fileFor(name), code, { encoding: "utf8", mode: 0o600 });
  }
}
