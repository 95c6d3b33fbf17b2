import { MCPTool } from "mcp-framework";
import { z } from "zod";
import { WikiClient } from "../wiki/client.js";
import { sentence } from "../wiki/errors.js";
import { oneLine, quote } from "../wiki/quote.js";

interface HistoryInput {
  pageId: number;
}

interface Revision {
  number: number;
  author: string;
  changedAt: string;
  comment: string;
}

class HistoryTool extends MCPTool<HistoryInput> {
  name = "wiki_history";
  description = "Lists the latest changes of a wiki page.";

  schema = {
    pageId: { type: z.number().int().positive(), description: "Number of the page" },
  };

  async execute({ pageId }: HistoryInput) {
    try {
      const revisions = await new WikiClient().json<Revision[]>(`/api/v1/pages/${pageId}/revisions`, { limit: 20 });
      const lines = revisions.map(
        (revision) =>
          `${revision.number}. ${oneLine(revision.changedAt, 30)} ${oneLine(revision.author, 60)}: ${oneLine(revision.comment)}`,
      );
      return quote("Changes of a wiki page", lines.join("\n"));
    } catch (err) {
      return sentence(err);
    }
  }
}

export default HistoryTool;
