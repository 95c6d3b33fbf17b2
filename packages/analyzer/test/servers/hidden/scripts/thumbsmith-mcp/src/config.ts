import { realpathSync, statSync } from "node:fs";
import path from "node:path";

export interface ThumbConfig {
  library: string;
  output: string;
}

function directoryFrom(name: string, env: NodeJS.ProcessEnv): string {
  const value = env[name];
  if (!value) throw new Error(`${name} is not set`);
  const real = realpathSync(path.resolve(value));
  if (!statSync(real).isDirectory()) throw new Error(`${name} is not a directory`);
  return real;
}

export function loadConfig(env: NodeJS.ProcessEnv = process.env): ThumbConfig {
  return { library: directoryFrom("THUMB_LIBRARY", env), output: directoryFrom("THUMB_OUTPUT", env) };
}
