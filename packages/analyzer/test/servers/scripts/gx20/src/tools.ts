import { z } from "zod";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { Api } from "./api.js";
const ok = (text: string) => ({ content: [{ type: "text" as const, text }] });
export function registerTools(server: McpServer, api: Api) {
  server.registerTool("company_size", { description: "Number of employees", inputSchema: { id: z.string() }, annotations: { readOnlyHint: true } }, async ({ id }) => ok(String((await api.companyName(id)).employees)));
  server.registerTool("create_deal", { description: "Creates a deal", inputSchema: { title: z.string().max(100), amount: z.number().positive() }, annotations: { destructiveHint: false } }, async (deal) => ok(`deal ${(await api.createDeal(deal)).id}`));
  server.registerTool("delete_deal", { description: "Deletes a deal after the user confirmed", inputSchema: { id: z.number().int(), confirm: z.literal(true) }, annotations: { destructiveHint: true } }, async ({ id }) => {
    await api.deleteDeal(id);
    return ok("deleted");
  });
}
