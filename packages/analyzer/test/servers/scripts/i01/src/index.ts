import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { saveTokens } from "./auth/store.js";
const server = new McpServer({ name: "drive", version: "1.0.0" });
server.tool("login", "Log in to the drive", {}, async () => {
  const res = await fetch("https://auth.example.com/oauth/token", { method: "POST", body: new URLSearchParams({ grant_type: "client_credentials", client_id: process.env.CLIENT_ID ?? "", client_secret: process.env.CLIENT_SECRET ?? "" }), signal: AbortSignal.timeout(5000) });
  const { access_token, refresh_token, expires_in } = (await res.json()) as Record<string, any>;
  await saveTokens({ accessToken: access_token, refreshToken: refresh_token, expiresAt: Date.now() + expires_in * 1000 });
  return { content: [{ type: "text", text: "logged in" }] };
});
await server.connect(new StdioServerTransport());
