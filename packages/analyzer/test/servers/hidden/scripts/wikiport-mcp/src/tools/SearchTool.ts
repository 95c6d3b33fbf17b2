import { MCPTool } from "mcp-framework";
import { z } from "zod";
import { WikiClient } from "../wiki/client.js";
import { sentence } from "../wiki/errors.js";
import { oneLine, quote } from "../wiki/quote.js";

interface SearchInput {
  words: string;
  limit: number;
}

interface Hit {
  path: string;
  title: string;
  excerpt: string;
}

class SearchTool extends MCPTool<SearchInput> {
  name = "wiki_search";
  description = "Finds wiki pages that contain the given words.";

  schema = {
    words: { type: z.string().min(2).max(120), description: "The words to look for" },
    limit: { type: z.number().int().min(1).max(30).default(10), description: "How many pages to list" },
  };

  async execute({ words, limit }: SearchInput) {
    try {
      const { hits } = await new WikiClient().json<{ hits: Hit[] }>("/api/v1/search", { q: words, limit });
      if (hits.length === 0) return "No page contains these words.";
      const lines = hits.map(
        (hit) => `${oneLine(hit.path, 200)} - ${oneLine(hit.title)}: ${oneLine(hit.excerpt, 240)}`,
      );
      return quote("Matching wiki pages", lines.join("\n"));
    } catch (err) {
      return sentence(err);
    }
  }
}

export default SearchTool;
