import { MCPTool } from "mcp-framework";
import { z } from "zod";
import { WikiClient } from "../wiki/client.js";
import { sentence } from "../wiki/errors.js";
import { oneLine, quote } from "../wiki/quote.js";

interface SpacesInput {
  archived: boolean;
}

interface Space {
  key: string;
  name: string;
  pages: number;
}

class SpacesTool extends MCPTool<SpacesInput> {
  name = "wiki_spaces";
  description = "Lists the wiki spaces that can be read.";

  schema = {
    archived: { type: z.boolean().default(false), description: "Also list archived spaces" },
  };

  async execute({ archived }: SpacesInput) {
    try {
      const spaces = await new WikiClient().json<Space[]>("/api/v1/spaces", { archived: archived ? 1 : 0 });
      const lines = spaces.map((space) => `${oneLine(space.key, 40)} - ${oneLine(space.name)} (${Number(space.pages)} pages)`);
      return quote("Wiki spaces", lines.join("\n"));
    } catch (err) {
      return sentence(err);
    }
  }
}

export default SpacesTool;
