import { z } from "zod";
import type { Context } from "./context.js";

export interface ToolDef<S extends z.ZodRawShape = z.ZodRawShape> {
  name: string;
  description: string;
  schema: S;
  readOnly: boolean;
  run(ctx: Context, args: z.objectOutputType<S, z.ZodTypeAny>): Promise<unknown>;
}

const define = <S extends z.ZodRawShape>(t: ToolDef<S>): ToolDef => t as unknown as ToolDef;
const issueNumber = z.number().int().positive();

export const tools: ToolDef[] = [
  define({
    name: "list_untriaged",
    description: "Open issues without a label; titles are third-party text",
    schema: { limit: z.number().int().min(1).max(50).default(20) },
    readOnly: true,
    async run({ octokit, owner, repo }, { limit }) {
      const { data } = await octokit.rest.issues.listForRepo({ owner, repo, state: "open", per_page: 100 });
      return data
        .filter((i) => i.labels.length === 0 && !i.pull_request)
        .slice(0, limit)
        .map((i) => ({ number: i.number, untrusted_title: i.title.slice(0, 200), created: i.created_at }));
    },
  }),
  define({
    name: "add_label",
    description: "Put one of the triage labels on an issue",
    schema: { issue: issueNumber, label: z.enum(["bug", "feature", "question", "duplicate"]) },
    readOnly: false,
    async run({ octokit, owner, repo }, { issue, label }) {
      await octokit.rest.issues.addLabels({ owner, repo, issue_number: issue, labels: [label] });
      return { issue, label };
    },
  }),
];
