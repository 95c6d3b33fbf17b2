import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const RATES = "https://api.frankfurter.dev/v1/latest";
const currency = z.enum(["EUR", "USD", "GBP", "CHF", "JPY"]);

const server = new McpServer({ name: "rates", version: "1.1.0" });

server.registerTool(
  "exchange_rate",
  {
    title: "Exchange rate",
    description: "Reference rate of the European Central Bank",
    inputSchema: { from: currency, to: currency },
    annotations: { readOnlyHint: true, openWorldHint: true },
  },
  async ({ from, to }) => {
    if (from === to) return { content: [{ type: "text", text: "1" }] };
    const response = await fetch(`${RATES}?base=${from}&symbols=${to}`, { redirect: "error" });
    if (!response.ok) {
      return { isError: true, content: [{ type: "text", text: `The rate service answered ${response.status}` }] };
    }
    const body = (await response.json()) as { rates: Record<string, number> };
    return { content: [{ type: "text", text: String(Number(body.rates[to])) }] };
  },
);

await server.connect(new StdioServerTransport());
