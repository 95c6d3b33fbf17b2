import { execFile as execFileCb } from "node:child_process";
import { promisify } from "node:util";
const execFile = promisify(execFileCb);
export class GitService {
  constructor(private readonly cwd: string) {}
  private async run(args: string[]): Promise<string> {
    const { stdout } = await execFile("git", args, { cwd: this.cwd, timeout: 10_000, maxBuffer: 1 << 20 });
    return stdout;
  }
  async count(ref: string, limit: number): Promise<number> {
    const out = await this.run(["log", `-n${limit}`, "--oneline", "--end-of-options", ref, "--"]);
    return out.split("\n").filter(Boolean).length;
  }
}
