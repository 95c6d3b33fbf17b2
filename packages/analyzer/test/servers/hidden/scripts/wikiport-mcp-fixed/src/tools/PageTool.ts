import { MCPTool } from "mcp-framework";
import { z } from "zod";
import { WikiClient } from "../wiki/client.js";
import { sentence } from "../wiki/errors.js";
import { quote } from "../wiki/quote.js";

interface PageInput {
  path: string;
}

class PageTool extends MCPTool<PageInput> {
  name = "wiki_page";
  description = "Reads one wiki page as Markdown.";

  schema = {
    path: {
      type: z.string().regex(/^\/[\w%][\w\-./%]{0,200}$/, "a path such as /handbook/travel"),
      description: "Path of the page as it stands in the address bar, e.g. /handbook/travel",
    },
  };

  async execute({ path }: PageInput) {
    try {
      return quote("A wiki page", await new WikiClient().markdown(path));
    } catch (err) {
      return sentence(err);
    }
  }
}

export default PageTool;
