import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { take, type ForgeClient } from "../forge/client.js";
import type { Comment } from "../forge/types.js";
import { clean, line } from "../text.js";
import { textResult } from "./result.js";

const MAX_CHARS = 30_000;

function entry(comment: Comment): string {
  return `**${line(comment.user.login, 40)}** on ${line(comment.created_at, 30)}:\n\n${clean(comment.body)}`;
}

/** Drops the oldest comments until the rest fits. */
function fit(entries: string[]): string {
  let length = entries.reduce((sum, text) => sum + text.length, 0);
  const kept = [...entries];
  while (length > MAX_CHARS && kept.length > 1) {
    length -= kept.shift()!.length;
  }
  return kept.join("\n\n---\n\n").slice(0, MAX_CHARS);
}

export function registerDiscussionTool(server: McpServer, forge: ForgeClient): void {
  server.registerTool(
    "discussion",
    {
      title: "Discussion of an issue",
      description: "Shows the comments on an issue, oldest first.",
      inputSchema: {
        number: z.number().int().positive(),
        count: z.number().int().min(1).max(100).default(50),
      },
      annotations: { readOnlyHint: true },
    },
    ({ number, count }) =>
      textResult(async () => {
        const comments = await take(forge.comments(number), count);
        if (comments.length === 0) return "Nobody has commented yet.";
        const heading = `${comments.length} comments on #${number}`;
        return `${heading}\n\n${fit(comments.map(entry))}`;
      }),
  );
}
