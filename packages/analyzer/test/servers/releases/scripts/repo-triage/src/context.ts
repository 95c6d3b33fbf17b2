import { Octokit } from "@octokit/rest";

export interface Context {
  octokit: Octokit;
  owner: string;
  repo: string;
}

export function contextFromEnv(env: NodeJS.ProcessEnv): Context {
  const auth = env.GITHUB_PERSONAL_ACCESS_TOKEN;
  const [owner, repo, ...rest] = (env.TRIAGE_REPOSITORY ?? "").split("/");
  if (!auth) throw new Error("GITHUB_PERSONAL_ACCESS_TOKEN is not set");
  if (!owner || !repo || rest.length) throw new Error("TRIAGE_REPOSITORY has to be owner/name");
  const octokit = new Octokit({
    auth,
    userAgent: "repo-triage-mcp/1.0",
    request: { fetch: (url: string, init?: RequestInit) => fetch(url, { ...init, signal: AbortSignal.timeout(15_000) }) },
  });
  return { octokit, owner, repo };
}
