import { exec as execCb } from "node:child_process";
import { promisify } from "node:util";

const exec = promisify(execCb);

export class GitService {
  constructor(private readonly cwd: string) {}

  private async run(args: string[]): Promise<string> {
    const { stdout } = await exec(["git", ...args].join(" "), { cwd: this.cwd, timeout: 10_000 });
    return stdout.slice(0, 20_000);
  }

  log(ref: string, limit = 20): Promise<string> {
    return this.run(["log", `-n${limit}`, "--oneline", ref]);
  }
}
