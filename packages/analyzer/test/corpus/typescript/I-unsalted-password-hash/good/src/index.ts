import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { Accounts } from "./accounts.js";

const guestPassword = process.env.WIKI_GUEST_PASSWORD;
if (!guestPassword || guestPassword.length < 12) {
  throw new Error("WIKI_GUEST_PASSWORD must hold at least 12 characters");
}

const accounts = new Accounts(process.env.ACCOUNTS_DB ?? "accounts.db");
const server = new McpServer({ name: "wiki-guests", version: "1.0.0" });

server.registerTool(
  "add_guest",
  {
    description: "Add a guest account with the guest password of the wiki",
    inputSchema: { name: z.string().regex(/^guest-[a-z0-9]{1,30}$/) },
    annotations: { readOnlyHint: false, destructiveHint: false },
  },
  async ({ name }) => {
    try {
      await accounts.add(name, guestPassword);
      return { content: [{ type: "text", text: "Added" }] };
    } catch (err) {
      console.error("account not added:", (err as { code?: string }).code);
      return { isError: true, content: [{ type: "text", text: "The account was not added" }] };
    }
  },
);

await server.connect(new StdioServerTransport());
