import { spawn } from "node:child_process";
import { check } from "./policy.js";
export async function run(name: string, args: string[], verb: string[] = []): Promise<number> {
  const { binary } = check(name, args);
  return await new Promise((resolve, reject) => {
    const p = spawn(binary, [...verb, "--", ...args], { shell: false, timeout: 10_000, stdio: "ignore" });
    p.on("error", reject);
    p.on("exit", (code) => resolve(code ?? 1));
  });
}
