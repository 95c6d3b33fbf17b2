import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";

const BASE = "https://rooms.acme-tools.example";

let session: { accessToken: string; expires: number } | undefined;

async function accessToken(): Promise<string> {
  if (session && session.expires > Date.now()) return session.accessToken;
  const response = await fetch(`${BASE}/oauth/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "client_credentials",
      client_id: process.env.ROOMS_CLIENT_ID ?? "",
      client_secret: process.env.ROOMS_CLIENT_SECRET ?? "",
    }),
    redirect: "error",
    signal: AbortSignal.timeout(8_000),
  });
  if (!response.ok) throw new Error("Sign-in failed");
  const body = (await response.json()) as { access_token: string; expires_in: number };
  session = { accessToken: body.access_token, expires: Date.now() + body.expires_in * 1000 };
  return session.accessToken;
}

const server = new McpServer({ name: "rooms", version: "0.9.9" });

server.registerTool(
  "free_rooms",
  { description: "Number of free rooms now", inputSchema: {}, annotations: { readOnlyHint: true, openWorldHint: true } },
  async () => {
    const response = await fetch(`${BASE}/api/free`, {
      headers: { authorization: `Bearer ${await accessToken()}` },
      redirect: "error",
      signal: AbortSignal.timeout(8_000),
    });
    if (!response.ok) throw new Error(`The room service answered ${response.status}`);
    const body = (await response.json()) as { free: number };
    return { content: [{ type: "text", text: String(Number(body.free)) }] };
  },
);

await server.connect(new StdioServerTransport());
