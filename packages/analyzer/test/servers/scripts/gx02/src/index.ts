#!/usr/bin/env node
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequest, CallToolRequestSchema, ListToolsRequestSchema, Tool } from "@modelcontextprotocol/sdk/types.js";
interface PostMessageArgs { channel_id: string; text: string }
interface AddReactionArgs { channel_id: string; timestamp: string; reaction: string }
const listChannelsTool: Tool = { name: "slack_list_channels", description: "List public channels in the workspace with pagination", inputSchema: { type: "object", properties: { limit: { type: "number", default: 100 }, cursor: { type: "string" } } } };
const postMessageTool: Tool = { name: "slack_post_message", description: "Post a new message to a Slack channel", inputSchema: { type: "object", properties: { channel_id: { type: "string" }, text: { type: "string" } }, required: ["channel_id", "text"] } };
const addReactionTool: Tool = { name: "slack_add_reaction", description: "Add a reaction emoji to a message", inputSchema: { type: "object", properties: { channel_id: { type: "string" }, timestamp: { type: "string" }, reaction: { type: "string" } }, required: ["channel_id", "timestamp", "reaction"] } };
class SlackClient {
  private headers: Record<string, string>;
  constructor(botToken: string) {
    this.headers = { Authorization: `Bearer ${botToken}`, "Content-Type": "application/json" };
  }
  private async call(method: string, init: RequestInit): Promise<any> {
    const response = await fetch(`https://slack.com/api/${method}`, { ...init, headers: this.headers, signal: AbortSignal.timeout(10_000) });
    const body = await response.json();
    if (!body.ok) throw new Error(`Slack: ${body.error}`);
    return body;
  }
  async getChannels(limit = 100, cursor?: string): Promise<any> {
    const params = new URLSearchParams({ types: "public_channel", limit: Math.min(limit, 200).toString(), team_id: process.env.SLACK_TEAM_ID! });
    if (cursor) params.append("cursor", cursor);
    return this.call(`conversations.list?${params}`, {});
  }
  postMessage(channel_id: string, text: string): Promise<any> {
    return this.call("chat.postMessage", { method: "POST", body: JSON.stringify({ channel: channel_id, text }) });
  }
  addReaction(channel_id: string, timestamp: string, reaction: string): Promise<any> {
    return this.call("reactions.add", { method: "POST", body: JSON.stringify({ channel: channel_id, timestamp, name: reaction }) });
  }
}
async function main() {
  const botToken = process.env.SLACK_BOT_TOKEN;
  if (!botToken || !process.env.SLACK_TEAM_ID) {
    console.error("Please set SLACK_BOT_TOKEN and SLACK_TEAM_ID environment variables");
    process.exit(1);
  }
  const server = new Server({ name: "Slack MCP Server", version: "1.0.0" }, { capabilities: { tools: {} } });
  const slack = new SlackClient(botToken);
  server.setRequestHandler(CallToolRequestSchema, async (request: CallToolRequest) => {
    try {
      switch (request.params.name) {
        case "slack_list_channels": {
          const args = request.params.arguments as { limit?: number; cursor?: string };
          const response = await slack.getChannels(args.limit, args.cursor);
          return { content: [{ type: "text", text: `${response.channels.length} channels` }] };
        }
        case "slack_post_message": {
          const args = request.params.arguments as unknown as PostMessageArgs;
          if (!args.channel_id || !args.text) throw new Error("Missing required arguments: channel_id and text");
          const response = await slack.postMessage(args.channel_id, args.text);
          return { content: [{ type: "text", text: JSON.stringify({ ok: response.ok, ts: response.ts }) }] };
        }
        case "slack_add_reaction": {
          const args = request.params.arguments as unknown as AddReactionArgs;
          await slack.addReaction(args.channel_id, args.timestamp, args.reaction);
          return { content: [{ type: "text", text: "added" }] };
        }
        default:
          throw new Error(`Unknown tool: ${request.params.name}`);
      }
    } catch (error) {
      console.error("Error executing tool:", error);
      return { isError: true, content: [{ type: "text", text: JSON.stringify({ error: error instanceof Error ? error.message : String(error) }) }] };
    }
  });
  server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: [listChannelsTool, postMessageTool, addReactionTool] }));
  await server.connect(new StdioServerTransport());
  console.error("Slack MCP Server running on stdio");
}
main().catch((error) => {
  console.error("Fatal error in main():", error);
  process.exit(1);
});
