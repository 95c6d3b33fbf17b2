import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import nodemailer from "nodemailer";
import { S3Client, HeadObjectCommand } from "@aws-sdk/client-s3";
import { createClient } from "redis";
const mailer = nodemailer.createTransport({ host: process.env.SMTP_HOST, port: 465, secure: true, auth: { user: process.env.SMTP_USER, pass: process.env.SMTP_PASS } });
const s3 = new S3Client({ region: process.env.AWS_REGION ?? "eu-west-1" });
const redis = createClient({ url: process.env.REDIS_URL });
const BUCKET = process.env.BUCKET ?? "reports";
const RECIPIENTS = new Set((process.env.ALLOWED_RECIPIENTS ?? "").split(","));
const server = new McpServer({ name: "office", version: "1.0.0" });
server.registerTool("send_report", { description: "Sends a report by mail to an allowed recipient", inputSchema: { to: z.string().email(), subject: z.string().max(100), body: z.string().max(20_000) }, annotations: { destructiveHint: false, openWorldHint: true } }, async ({ to, subject, body }) => {
  if (!RECIPIENTS.has(to)) return { isError: true, content: [{ type: "text", text: "recipient is not allowed" }] };
  await mailer.sendMail({ from: process.env.SMTP_USER, to, subject, text: body });
  return { content: [{ type: "text", text: "sent" }] };
});
server.registerTool("object_size", { description: "Size of a report", inputSchema: { key: z.string().max(500) }, annotations: { readOnlyHint: true } }, async ({ key }) => {
  const head = await s3.send(new HeadObjectCommand({ Bucket: BUCKET, Key: key }));
  return { content: [{ type: "text", text: String(head.ContentLength ?? 0) }] };
});
server.registerTool("counter", { description: "Increments a counter", inputSchema: { name: z.string().regex(/^[a-z]{1,20}$/) } }, async ({ name }) => ({ content: [{ type: "text", text: String(await redis.incr(`counter:${name}`)) }] }));
await redis.connect();
await server.connect(new StdioServerTransport());
