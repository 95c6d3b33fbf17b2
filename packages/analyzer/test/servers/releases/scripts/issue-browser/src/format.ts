import type { Comment, Issue } from "./github.js";

export function formatIssue(issue: Issue, comments: Comment[]): string {
  const parts = [`# ${issue.title}`, `by ${issue.user.login}`, "", issue.body ?? ""];
  for (const c of comments) parts.push("", `## ${c.user.login}`, c.body);
  return parts.join("\n").slice(0, 60_000);
}
