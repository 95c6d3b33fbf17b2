import { FastMCP, UserError } from "fastmcp";
import { z } from "zod";
import { countItems } from "./feeds.js";

const server = new FastMCP({ name: "feed-counter", version: "0.3.0" });

server.addTool({
  name: "count_feed_items",
  description: "Number of items in an RSS feed",
  annotations: { readOnlyHint: true, openWorldHint: true },
  parameters: z.object({ feed: z.string().url().max(500) }),
  execute: async ({ feed }) => {
    try {
      return String(await countItems(feed));
    } catch (err) {
      console.error("feed failed:", (err as Error).name);
      throw new UserError("The feed could not be read");
    }
  },
});

await server.start({ transportType: "stdio" });
