import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { InputError } from "./errors.js";

const run = promisify(execFile);

const SUBCOMMANDS = new Set(["log", "show", "blame", "for-each-ref"]);

/** Settings that keep a repository from starting programs. */
const HARDENING = [
  "core.fsmonitor=false",
  "core.hooksPath=/dev/null",
  "core.pager=cat",
  "core.attributesFile=/dev/null",
  "log.showSignature=false",
  "protocol.allow=never",
].flatMap((setting) => ["-c", setting]);

export async function git(directory: string, subcommand: string, args: readonly string[]): Promise<string> {
  if (!SUBCOMMANDS.has(subcommand)) throw new Error(`git ${subcommand} is not allowed`);
  try {
    const { stdout } = await run("git", ["--no-pager", ...HARDENING, subcommand, ...args], {
      cwd: directory,
      shell: false,
      timeout: 10_000,
      maxBuffer: 2 * 1024 * 1024,
      windowsHide: true,
      env: {
        PATH: process.env.PATH,
        LC_ALL: "C.UTF-8",
        GIT_TERMINAL_PROMPT: "0",
        GIT_OPTIONAL_LOCKS: "0",
        GIT_LITERAL_PATHSPECS: "1",
        GIT_NO_LAZY_FETCH: "1",
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_CONFIG_GLOBAL: "/dev/null",
      },
    });
    return stdout;
  } catch (err) {
    const failure = err as NodeJS.ErrnoException & { killed?: boolean };
    if (failure.code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER") throw new InputError("The output is too long; ask for less.");
    if (failure.killed) throw new InputError("git took too long.");
    if (typeof failure.code === "number") throw new InputError("git does not know that revision or path.");
    throw err;
  }
}
