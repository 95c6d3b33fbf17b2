#!/usr/bin/env node
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { JiraClient } from "./client.js";
const env = z.object({ JIRA_URL: z.string().url().startsWith("https://"), JIRA_EMAIL: z.string().email(), JIRA_TOKEN: z.string().min(10) }).parse(process.env);
const jira = new JiraClient({ baseUrl: env.JIRA_URL, email: env.JIRA_EMAIL, token: env.JIRA_TOKEN });
const server = new McpServer({ name: "jira", version: "2.0.0" });
const KEY = z.string().regex(/^[A-Z][A-Z0-9]+-\d+$/).describe("Issue key, for example PROJ-12");
server.tool("get_issue_status", "Status of an issue", { key: KEY }, async ({ key }) => {
  const { status } = await jira.issue(key);
  return { content: [{ type: "text", text: status }] };
});
server.tool("count_issues", "Counts the issues that match a JQL query", { jql: z.string().max(500) }, async ({ jql }) => ({ content: [{ type: "text", text: `${await jira.count(jql)}` }] }));
server.tool("add_comment", "Adds a comment to an issue", { key: KEY, text: z.string().max(5000) }, async ({ key, text }) => {
  await jira.comment(key, text);
  return { content: [{ type: "text", text: "Comment added." }] };
});
await server.connect(new StdioServerTransport());
