import { execFile } from "node:child_process";
import { realpath } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const REVISION = /^[A-Za-z0-9][A-Za-z0-9._\/~^-]{0,119}$/;

export class GitError extends Error {}

export function revision(value: string): string {
  if (!REVISION.test(value) || value.includes("..")) throw new GitError("not a valid revision");
  return value;
}

export class Repository {
  private constructor(readonly dir: string) {}

  static async open(requested: string, roots: string[]): Promise<Repository> {
    const real = await realpath(path.resolve(requested)).catch(() => {
      throw new GitError("no such repository");
    });
    for (const root of roots) {
      const rel = path.relative(root, real);
      if (rel === "" || (rel !== ".." && !rel.startsWith(`..${path.sep}`) && !path.isAbsolute(rel))) return new Repository(real);
    }
    throw new GitError("repository is outside of the configured roots");
  }

  private async git(args: string[]): Promise<string> {
    try {
      const { stdout } = await run("git", ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "--no-pager", ...args], {
        cwd: this.dir,
        timeout: 20_000,
        maxBuffer: 2 * 1024 * 1024,
        env: { PATH: process.env.PATH, HOME: process.env.HOME, GIT_TERMINAL_PROMPT: "0", LC_ALL: "C" },
      });
      return stdout;
    } catch (e) {
      console.error(`git ${args[0]} failed`);
      throw new GitError(`git ${args[0]} failed`);
    }
  }

  status = () => this.git(["status", "--porcelain=v1", "--branch"]);
  log = (count: number) => this.git(["log", `--max-count=${count}`, "--format=%h %ad %s", "--date=short"]);
  diff = (rev: string) => this.git(["diff", "--no-ext-diff", "--no-textconv", "--end-of-options", revision(rev), "--"]);

  async commit(message: string, files: string[]): Promise<string> {
    await this.git(["add", "--", ...files.map((f) => `:(top,literal)${f}`)]);
    return this.git(["commit", "--no-verify", `--message=${message}`]);
  }
}
