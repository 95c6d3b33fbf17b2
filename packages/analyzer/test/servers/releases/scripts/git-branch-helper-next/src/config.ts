import { realpathSync } from "node:fs";

export interface Config {
  repo: string;
  timeoutMs: number;
}

export function loadConfig(argv: string[] = process.argv.slice(2)): Config {
  const repo = argv[0];
  if (!repo) {
    console.error("usage: git-branch-helper <repository>");
    process.exit(2);
  }
  return { repo: realpathSync(repo), timeoutMs: 15_000 };
}
