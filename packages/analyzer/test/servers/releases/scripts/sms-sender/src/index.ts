#!/usr/bin/env node
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { SmsClient } from "./sms.js";

const { SMS_ACCOUNT, SMS_TOKEN, SMS_FROM = "MCP" } = process.env;
if (!SMS_ACCOUNT || !SMS_TOKEN) {
  console.error("SMS_ACCOUNT and SMS_TOKEN have to be set");
  process.exit(1);
}
const sms = new SmsClient(SMS_ACCOUNT, SMS_TOKEN, SMS_FROM);
const server = new McpServer({ name: "sms-sender", version: "0.3.3" });

server.registerTool(
  "send_sms",
  {
    description: "Send a text message to a phone number",
    inputSchema: { to: z.string().regex(/^\+[1-9]\d{6,14}$/), text: z.string().min(1).max(480) },
    annotations: { destructiveHint: false, openWorldHint: true },
  },
  async ({ to, text }) => {
    try {
      return { content: [{ type: "text", text: `accepted, id ${await sms.message(to, text)}` }] };
    } catch (e) {
      console.error("send_sms:", e instanceof Error ? e.message : "failed");
      return { isError: true, content: [{ type: "text", text: "the message was not accepted" }] };
    }
  },
);

await server.connect(new StdioServerTransport());
