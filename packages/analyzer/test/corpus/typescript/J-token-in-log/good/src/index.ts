import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";

const BASE = "https://time.acme-tools.example";
const refreshToken = process.env.TIMESHEET_REFRESH_TOKEN;
if (!refreshToken) throw new Error("TIMESHEET_REFRESH_TOKEN is not set");

const server = new McpServer({ name: "timesheet", version: "1.2.5" });

server.registerTool(
  "hours_this_week",
  {
    description: "Hours booked in the current week",
    inputSchema: {},
    annotations: { readOnlyHint: true, openWorldHint: true },
  },
  async () => {
    console.error("renewing session, refresh token present: %s", Boolean(refreshToken));
    const login = await fetch(`${BASE}/token`, {
      method: "POST",
      body: new URLSearchParams({ grant_type: "refresh_token", refresh_token: refreshToken }),
      redirect: "error",
      signal: AbortSignal.timeout(8_000),
    });
    if (!login.ok) throw new Error("Sign-in failed");
    const session = (await login.json()) as { access_token: string };
    const response = await fetch(`${BASE}/api/week`, {
      headers: { authorization: `Bearer ${session.access_token}` },
      redirect: "error",
      signal: AbortSignal.timeout(8_000),
    });
    if (!response.ok) throw new Error(`The time service answered ${response.status}`);
    const week = (await response.json()) as { hours: number };
    return { content: [{ type: "text", text: `${Number(week.hours)} h` }] };
  },
);

await server.connect(new StdioServerTransport());
