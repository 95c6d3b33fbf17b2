import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

const TOOLS = {
  node: ["node", ["--version"]],
  npm: ["npm", ["--version"]],
  git: ["git", ["--version"]],
  python3: ["python3", ["--version"]],
  docker: ["docker", ["--version"]],
  go: ["go", ["version"]],
  java: ["java", ["--version"]],
};

export const toolNames = /** @type {[string, ...string[]]} */ (Object.keys(TOOLS));

async function versionOf(name) {
  const [program, args] = TOOLS[name];
  try {
    const { stdout } = await run(program, args, { timeout: 4000, maxBuffer: 64 * 1024, windowsHide: true });
    return stdout.split("\n", 1)[0].trim();
  } catch (err) {
    return err.code === "ENOENT" ? "not installed" : "did not answer";
  }
}

export async function versions(names = toolNames) {
  const entries = await Promise.all(names.map(async (name) => [name, await versionOf(name)]));
  return Object.fromEntries(entries);
}
